"""Options of a calculation, and whether it is exact."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from equity.errors import EquityError, RuleError
from equity.options import EXACT_STEPS, STEPS_PER_SECOND, Options
from equity.run import choose, forecast


class TestOptions:
    def test_defaults(self):
        options = Options.check()
        assert options == Options(tolerance=0.0005)
        assert options.method == "auto"
        assert Options.check(0.005).tolerance == 0.005

    @pytest.mark.parametrize("given", [{"deals": 5}, {"seconds": 2}, {"tolerance": 0.1}])
    def test_any_of_the_three_replaces_the_default(self, given):
        options = Options.check(**given)
        stops = {"deals": options.deals, "tolerance": options.tolerance, "seconds": options.seconds}
        assert {name: stop for name, stop in stops.items() if stop is not None} == given

    def test_numbers_become_plain(self):
        options = Options.check(
            deals=np.int32(7),
            tolerance=np.float32(0.25),
            seconds=np.int64(3),
            seed=np.uint64(2**64 - 1),
        )
        kinds = [
            type(value)
            for value in (options.deals, options.tolerance, options.seconds, options.seed)
        ]
        assert kinds == [int, float, float, int]
        assert options.seed == 2**64 - 1

    def test_good_values(self):
        assert Options.check(tolerance=Fraction(1, 1000)).tolerance == 0.001
        assert Options.check(seed=10**50).seed == 10**50
        assert Options.check(seed=0).seed == 0
        assert Options.check(deals=2**63 - 1).deals == 2**63 - 1
        assert Options.check(progress=print).progress is print
        assert Options.check(method="exact", seconds=5).seconds == 5
        assert Options.check(method="exact", deals=None, tolerance=None).method == "exact"

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ({"method": "fast"}, "method is 'fast'"),
            ({"method": None}, "method is None"),
            ({"method": ["exact"]}, "method is"),
            ({"deals": 0}, "deals is 0; it must be a whole number above 0"),
            ({"deals": -1}, "deals is -1"),
            ({"deals": True}, "deals is True"),
            ({"deals": np.bool_(True)}, "deals is"),
            ({"deals": 1e6}, "deals is 1000000.0; it must be a whole number"),
            ({"deals": 2.5}, "deals is 2.5"),
            ({"deals": "10"}, "deals is '10'"),
            ({"deals": 2**63}, "below 2"),
            ({"tolerance": 0}, "tolerance is 0; it must be a finite number above 0"),
            ({"tolerance": -0.1}, "tolerance is -0.1"),
            ({"tolerance": math.nan}, "tolerance is nan"),
            ({"tolerance": math.inf}, "tolerance is inf"),
            ({"tolerance": True}, "tolerance is True"),
            ({"tolerance": np.bool_(True)}, "tolerance is"),
            ({"tolerance": "1%"}, "tolerance is '1%'"),
            ({"tolerance": Decimal("0.1")}, "tolerance is"),
            ({"tolerance": 0.1j}, "tolerance is"),
            ({"tolerance": np.array([0.1])}, "tolerance is"),
            ({"tolerance": 1}, "standard error below 1"),
            ({"tolerance": 10**400}, "tolerance is"),
            ({"tolerance": Fraction(1, 10**400)}, "tolerance is"),
            ({"seconds": 0}, "seconds is 0"),
            ({"seconds": -1}, "seconds is -1"),
            ({"seconds": math.inf}, "seconds is inf"),
            ({"seconds": math.nan}, "seconds is nan"),
            ({"seconds": False}, "seconds is False"),
            ({"seed": -1}, "seed is -1; it must be a whole number, 0 or more"),
            ({"seed": True}, "seed is True"),
            ({"seed": 1.0}, "seed is 1.0"),
            ({"seed": (1, 2)}, "seed is"),
            ({"executor": 4}, "executor is 4; it must have a method submit"),
            ({"executor": ThreadPoolExecutor}, "executor is"),
            ({"progress": 1}, "progress is 1"),
            ({"progress": "bar"}, "progress is 'bar'"),
            ({"method": "exact", "deals": 5}, "deals is for a simulation"),
            ({"method": "exact", "tolerance": 0.1}, "tolerance is for a simulation"),
            ({"samples": 5}, "unknown option 'samples'; the options .* method, deals"),
        ],
    )
    def test_refused(self, given, message):
        with pytest.raises(RuleError, match=message) as caught:
            Options.check(**given)
        assert isinstance(caught.value, EquityError)
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__ or caught.value.__context__ is None


class TestChoose:
    @pytest.mark.parametrize(
        ("given", "steps", "method"),
        [
            ({}, 1, "exact"),
            ({}, EXACT_STEPS, "exact"),
            ({}, EXACT_STEPS + 1, "monte-carlo"),
            ({}, None, "monte-carlo"),
            ({}, 10**400, "monte-carlo"),
            ({"tolerance": 0.01}, 1, "exact"),
            ({"seconds": 2}, STEPS_PER_SECOND, "exact"),
            ({"seconds": 0.5}, STEPS_PER_SECOND, "monte-carlo"),
            ({"deals": 10}, 1, "monte-carlo"),
            ({"method": "monte-carlo"}, 1, "monte-carlo"),
            ({"method": "exact"}, 3000 * STEPS_PER_SECOND, "exact"),
            ({"method": "exact", "seconds": 9000}, 8000 * STEPS_PER_SECOND, "exact"),
        ],
    )
    def test_method(self, given, steps, method):
        assert choose(Options.check(**given), steps) == method

    @pytest.mark.parametrize(
        ("given", "steps", "message"),
        [
            ({"method": "exact"}, 5 * 3600 * STEPS_PER_SECOND, "take 5 hours, longer than 60 min"),
            ({"method": "exact", "seconds": 1}, 90 * STEPS_PER_SECOND, "90 seconds, longer than 1"),
            ({"method": "exact"}, 10**17 * STEPS_PER_SECOND, "years"),
            ({"method": "exact"}, 10**400, "inf years"),
            ({"method": "exact"}, None, "no exact method"),
        ],
    )
    def test_refused(self, given, steps, message):
        with pytest.raises(RuleError, match=message):
            choose(Options.check(**given), steps)

    def test_a_question_that_cannot_be_simulated(self):
        assert choose(Options.check(), 2 * EXACT_STEPS, simulates=False) == "exact"
        for given in ({"deals": 5}, {"method": "monte-carlo"}):
            with pytest.raises(RuleError, match="answered exactly"):
                choose(Options.check(**given), 1, simulates=False)
        with pytest.raises(RuleError, match=r"longer than 0\.5 seconds") as caught:
            choose(Options.check(seconds=0.5), STEPS_PER_SECOND, simulates=False)
        assert "monte-carlo" not in str(caught.value)

    def test_forecast_is_proportional(self):
        assert forecast(3 * STEPS_PER_SECOND) == 3
        assert forecast(10**400) == math.inf
