"""Settings of games, and the rules that a game object carries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from inspect import isfunction
from typing import Any

import numpy as np

from equity.errors import RuleError, named, shown
from equity.run import interruptible

__all__ = ["Game", "Rules", "Setting"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing about a game that can be agreed.

    Examples
    --------
    >>> Setting("wheel", "lowest", ("lowest", "none"), "the ace in a low straight").default
    'lowest'
    """

    name: str
    """The keyword of ``with_rules``."""
    default: Any
    """What holds if nothing is said."""
    choices: tuple[Any, ...] | None = None
    """All values; ``None`` where the game checks them itself."""
    meaning: str = ""
    """One line for people."""

    def check(self, value: Any) -> Any:
        """Give the value as it is kept; raise RuleError if it is none of the choices."""
        if self.choices is None:
            if isinstance(value, np.ndarray):
                value = value.tolist()
            return tuple(value) if isinstance(value, list) else value
        for choice in self.choices:
            # 1 == True: a setting of numbers refuses bools and the other way round.
            if type(choice) is type(value) and choice == value:
                return choice
        allowed = ", ".join(map(repr, self.choices))
        raise RuleError(f"{self.name} is {shown(value)}; it is one of {allowed}")


def _hashable(value: Any) -> Any:
    """Give something hashable that stands for a value, also for a mapping such as a pay table."""
    if isinstance(value, Mapping):
        return frozenset(map(_hashable, value.items()))
    return tuple(map(_hashable, value)) if isinstance(value, (tuple, list)) else value


class Rules(Mapping[str, Any]):
    """All settings of a game, name to value; frozen, printable, hashable.

    Parameters
    ----------
    settings : tuple of Setting
        What can be set.
    values : Mapping, optional
        What differs from the default.

    Raises
    ------
    RuleError
        An unknown setting, or a value that is none of its choices.

    Examples
    --------
    >>> rules = Rules((Setting("wheel", "lowest", ("lowest", "none")),), {"wheel": "none"})
    >>> rules["wheel"], rules
    ('none', Rules(wheel='none'))
    """

    __slots__ = ("_hash", "_settings", "_values")
    _settings: tuple[Setting, ...]
    _values: dict[str, Any]
    _hash: int

    def __init__(self, settings: tuple[Setting, ...], values: Mapping[str, Any] | None = None):
        self._settings = settings
        known = {setting.name: setting for setting in settings}
        given = dict(values or {})
        for name in given:
            if name not in known:
                names = ", ".join(known) or "none"
                raise RuleError(f"unknown setting {shown(name)}; the settings are {names}")
        self._values = {
            name: setting.check(given[name]) if name in given else setting.default
            for name, setting in known.items()
        }
        for name, value in self._values.items():
            try:
                hash(_hashable(value))
            except (TypeError, ValueError):
                raise RuleError(
                    f"{name} is {shown(value)}; it is made of words and numbers"
                ) from None
        self._hash = hash(tuple(map(_hashable, self._values.items())))

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._values == other._values

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules, (self._settings, self._values)

    @property
    def changed(self) -> dict[str, Any]:
        """The settings that differ from their default."""
        return {
            setting.name: self._values[setting.name]
            for setting in self._settings
            if self._values[setting.name] != setting.default
        }

    def __repr__(self) -> str:
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in self.changed.items())})"


_DEFAULT = Rules(())
"""Stands for the default rules of a game until its settings are known."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game:
    """What every game has: its names, its settings, the rules it is played under.

    A game object is a value: frozen, hashable, and picklable; :meth:`with_rules` gives another.
    Kinds of games declare themselves with ``@dataclass(frozen=True, kw_only=True, eq=False,
    repr=False)``.
    """

    name: str
    """The registry key and the name on the command line, with ``-`` or ``_``."""
    title: str
    """The name as people write it."""
    summary: str
    """The rules in a line."""
    aliases: tuple[str, ...] = ()
    """Other names that :func:`equity.game` takes."""
    settings: tuple[Setting, ...] = ()
    """What can be set by ``with_rules``."""
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Named sets of settings, for ``with_rules``."""
    rules: Rules = field(default_factory=lambda: _DEFAULT)
    """The settings in force, name to value."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Make Ctrl-C in any public method, from its first line on, an Interrupted."""
        super().__init_subclass__(**keywords)
        for name, method in list(vars(cls).items()):
            if isfunction(method) and not name.startswith("_"):
                setattr(cls, name, interruptible(method))

    def __post_init__(self) -> None:
        self._check_names()
        if self.rules is _DEFAULT:
            object.__setattr__(self, "rules", Rules(self.settings))
        self._check_rules()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        return hash((self.name, self.rules))

    def __getstate__(self) -> dict[str, Any]:
        """Give what was declared, without what was made of it since (pickling)."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    def _check_names(self) -> None:
        """Raise RuleError for what is declared and is not of the kind that it must be."""
        for what in ("name", "title", "summary"):
            text = getattr(self, what)
            if not isinstance(text, str) or not (text or what == "summary"):
                raise RuleError(f"a game has {what}={shown(text)}; it is text")
        for what, kind in (("aliases", str), ("settings", Setting)):
            given = getattr(self, what)
            if not isinstance(given, tuple) or not all(isinstance(one, kind) for one in given):
                raise RuleError(
                    f"{self.name} has {what}={shown(given)}; it is a tuple of {kind.__name__}"
                )
        if not isinstance(self.presets, Mapping):
            raise RuleError(f"{self.name} has presets={shown(self.presets)}; it is a mapping")
        for preset, values in self.presets.items():
            if not isinstance(values, Mapping):
                raise RuleError(f"preset {shown(preset)} is {shown(values)}; it is a mapping")
            Rules(self.settings, values)

    def _check_rules(self) -> None:
        """Raise RuleError if settings do not go together."""

    def with_rules(self, preset: str | None = None, **changes: Any) -> Any:
        """Give the same game under other rules.

        Parameters
        ----------
        preset : str, optional
            A named set of settings to start from, see ``presets``.
        **changes
            Settings by name, see ``settings``.

        Returns
        -------
        Game
            A new game of the same kind.

        Raises
        ------
        RuleError
            An unknown preset or setting, or a value that is not one of its choices.

        Examples
        --------
        >>> from equity import holdem
        >>> holdem.with_rules(lowest_rank="6").rules["lowest_rank"]
        '6'
        """
        from dataclasses import replace

        values = self.rules.changed
        if preset is not None:
            if not named(preset, *self.presets):
                names = ", ".join(map(repr, self.presets))
                known = f"its presets are {names}" if names else "it has no presets"
                raise RuleError(f"{self.name} has no preset {shown(preset)}; {known}")
            values = {**values, **self.presets[preset]}
        return replace(self, rules=Rules(self.settings, {**values, **changes}))

    def __repr__(self) -> str:
        changed = ", ".join(f"{name}={value!r}" for name, value in self.rules.changed.items())
        return f"<game {self.name}{' with ' + changed if changed else ''}>"
