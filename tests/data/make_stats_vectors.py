# SPDX-License-Identifier: Apache-2.0
"""Writes stats_vectors_small.json: small vectors for profiler/statistics, computed by numpy and scipy
or from the definition, never by the code under test.

    python make_stats_vectors.py stats_vectors_small.json        (numpy and scipy needed)
"""

import json
import math
import sys

import numpy
import scipy
from scipy import stats

rng = numpy.random.default_rng(20260131)


def samples(n, level=10.0, spread=0.03, slow=0.05, digits=4):
    values = level * numpy.exp(rng.normal(0, spread, n))
    values[rng.random(n) < slow] *= 1.8
    return [round(float(v), digits) for v in values]


def short(value):
    return None if value is None else float(f"{float(value):.12g}")


def pair(values):
    return [short(v) for v in values]


def ranks(n, p, conf=0.95):
    tail = (1 - conf) / 2
    lower = [l for l in range(1, n + 1) if stats.binom.cdf(l - 1, n, p) <= tail]
    upper = [u for u in range(1, n + 1) if stats.binom.cdf(u - 1, n, p) >= 1 - tail]
    return (max(lower) if lower else None), (min(upper) if upper else None)


def median_ci_case(n, conf):
    data = samples(n)
    lower, upper = ranks(n, 0.5, conf)
    known = lower is not None and upper is not None
    ordered = sorted(data)
    cover = stats.binom.cdf(upper - 1, n, 0.5) - stats.binom.cdf(lower - 1, n, 0.5) if known else None
    return {"samples": data, "n": n, "conf": conf, "median": float(numpy.median(data)),
            "rank_lower": lower if known else None, "rank_upper": upper if known else None,
            "lower": ordered[lower - 1] if known else None,
            "upper": ordered[upper - 1] if known else None, "achieved_coverage": short(cover)}


def percentiles():
    cases = []
    points = [0.5, 0.9, 0.95, 0.99, 0.999]
    for n in (7, 40, 400):
        data = samples(n)
        ordered = sorted(data)
        intervals = {}
        for p in points:
            lower, upper = ranks(n, p)
            intervals[str(p)] = {"rank_lower": lower, "rank_upper": upper,
                                 "lower": ordered[lower - 1] if lower else None,
                                 "upper": ordered[upper - 1] if upper else None}
        cases.append({
            "samples": data, "n": n,
            "linear_type7": {str(p): short(numpy.quantile(data, p)) for p in points},
            "ci95_ranks": intervals})
    needed = {str(p): math.ceil(math.log(0.025) / math.log(max(p, 1 - p))) for p in points}
    return {"cases": cases, "min_n_for_two_sided_95ci": needed}


def resampled_median(data, count):
    data = numpy.asarray(data)
    return numpy.median(data[rng.integers(0, len(data), (count, len(data)))], axis=1)


def tolerance(values, at_size=10_000, repeats=80):
    """1.5 x the largest deviation of a bootstrap with fewer draws, floor 5e-4."""
    reference = numpy.quantile(values, [0.025, 0.975])
    worst = numpy.zeros(2)
    for _ in range(repeats):
        part = rng.choice(values, at_size)
        worst = numpy.maximum(worst, abs(numpy.quantile(part, [0.025, 0.975]) - reference))
    return pair(numpy.maximum(1.5 * worst, 5e-4))


def signed_rank_cdf(n):
    counts = numpy.zeros(n * (n + 1) // 2 + 1)
    counts[0] = 1
    for rank in range(1, n + 1):
        shifted = numpy.zeros_like(counts)
        shifted[rank:] = counts[:-rank]
        counts = counts + shifted
    return numpy.cumsum(counts) / 2.0 ** n


def paired_rounds_case(n, ratio):
    eager, compiled = samples(n, slow=0), samples(n, 10 / ratio, slow=0)
    d = numpy.log(numpy.array(eager) / numpy.array(compiled))
    walsh = sorted((d[i] + d[j]) / 2 for i in range(n) for j in range(i, n))
    cdf = signed_rank_cdf(n)
    k = int(numpy.searchsorted(cdf, 0.025, side="right"))
    return {"eager_round_medians": eager, "compiled_round_medians": compiled,
            "log_ratio_median_exp": short(math.exp(numpy.median(d))),
            "hodges_lehmann_exp": short(math.exp(numpy.median(walsh))), "walsh_count": len(walsh),
            "wilcoxon_exact_p": short(stats.wilcoxon(d, method="exact").pvalue),
            "hl_ci95_rank": k or None,
            "hl_ci95_exp": pair([math.exp(walsh[k - 1]), math.exp(walsh[-k])]) if k else None,
            "achieved_coverage": short(1 - 2 * cdf[k - 1]) if k else None}


def hierarchical(processes=4, rounds=7):
    data, medians = [], []
    for _ in range(processes):
        luck = math.exp(rng.normal(0, 0.01))
        eager, compiled = samples(rounds, 10 * luck, slow=0), samples(rounds, 8, slow=0)
        data.append({"eager": eager, "compiled": compiled})
        medians.append(numpy.log(numpy.array(eager) / numpy.array(compiled)))
    m = numpy.array([numpy.median(d) for d in medians])
    half = stats.t.ppf(0.975, processes - 1) * m.std(ddof=1) / math.sqrt(processes)
    chosen = rng.integers(0, processes, (200_000, processes))
    by_process = numpy.stack([resampled_median(d, 200_000 * processes) for d in medians])
    columns = numpy.arange(200_000 * processes).reshape(200_000, processes)
    draws = numpy.exp(by_process[chosen, columns].mean(axis=1))
    return {"processes": data, "per_process_exp_median": pair(numpy.exp(m)),
            "estimate": short(math.exp(m.mean())),
            "boot95": pair(numpy.quantile(draws, [0.025, 0.975])), "tol_B10000": tolerance(draws),
            "t_interval95": pair([math.exp(m.mean() - half), math.exp(m.mean() + half)])}


def outliers():
    data = samples(30) + [25.0, 2.0, 11.5]
    q1, q3 = numpy.quantile(data, [0.25, 0.75])
    iqr = q3 - q1
    count = lambda test: int(sum(test(x) for x in data))
    return {"samples": data, "q1": short(q1), "q3": short(q3), "iqr": short(iqr),
            "low_severe": count(lambda x: x < q1 - 3 * iqr),
            "low_mild": count(lambda x: q1 - 3 * iqr <= x < q1 - 1.5 * iqr),
            "high_mild": count(lambda x: q3 + 1.5 * iqr < x <= q3 + 3 * iqr),
            "high_severe": count(lambda x: x > q3 + 3 * iqr),
            "mad_raw": short(numpy.median(abs(numpy.array(data) - numpy.median(data)))),
            "iqr_over_median": short(iqr / numpy.median(data))}


def autocorrelation(n=36):
    data = [10.0]
    for _ in range(n - 1):
        data.append(round(10 + 0.5 * (data[-1] - 10) + rng.normal(0, 0.1), 4))
    x = numpy.array(data) - numpy.mean(data)
    r = [float((x[:-k] * x[k:]).sum() / (x * x).sum()) for k in range(1, 11)]
    q = n * (n + 2) * sum(r[k - 1] ** 2 / (n - k) for k in range(1, 11))
    first = max(0.0, r[0])
    return {"samples": data, "r1": short(r[0]), "n_eff": short(n * (1 - first) / (1 + first)),
            "r_1_to_10": pair(r), "ljung_box_Q10": short(q), "p": short(stats.chi2.sf(q, 10))}


def change_points_case(levels, minimum):
    x = numpy.round(numpy.concatenate([rng.normal(l, 0.1, c) for l, c in levels]), 4)
    n = len(x)
    sigma = float(numpy.median(abs(numpy.diff(x))) / (0.67448975 * math.sqrt(2)))
    penalty = 15 * sigma ** 2 * math.log(n)
    spread = lambda a, b: float(((x[a:b] - x[a:b].mean()) ** 2).sum())
    best = {0: (-penalty, [])}
    for end in range(minimum, n + 1):
        choices = [(best[b][0] + spread(b, end) + penalty, best[b][1] + [b])
                   for b in best if end - b >= minimum]
        if choices:
            best[end] = min(choices)
    begins = best[n][1]
    return {"series": x.tolist(), "sigma_hat": short(sigma), "penalty": short(penalty),
            "min_segment": minimum, "change_points_0based_start_of_new_segment": begins[1:],
            "segment_means": pair(x[a:b].mean() for a, b in zip(begins, begins[1:] + [n])),
            "cost": short(best[n][0])}


def density(data, points):
    n = len(data)
    iqr = numpy.subtract(*numpy.quantile(data, [0.75, 0.25]))
    h = 0.9 * min(numpy.std(data, ddof=1), iqr / 1.34) * n ** -0.2
    f = [stats.norm.pdf((t - numpy.array(data)) / h).mean() / h for t in points]
    return {"samples": data, "h": short(h), "t": points, "f": pair(f)}


def break_even_case(cost, eager, compiled):
    calls = None if eager <= compiled else math.floor(cost / (eager - compiled)) + 1
    return {"extra_first_call_ms": cost, "eager_ms": eager, "compiled_ms": compiled, "n_star": calls}


def break_even():
    cost, saved = [900.0, 1100.0], [0.4, 0.6]
    return {"cases": [break_even_case(900.0, 2.5, 2.0), break_even_case(10.0, 2.0, 2.0),
                      break_even_case(7.0, 3.0, 4.0)],
            "interval": {"C_lo_hi": cost, "delta_ci95": saved,
                         "n_star_lo_hi": [math.floor(cost[0] / saved[1]) + 1,
                                          math.floor(cost[1] / saved[0]) + 1]}}


def gpu_busy():
    spans = [[10, 50], [40, 70], [70, 80], [100, 130], [105, 110], [160, 220]]
    window = [20, 200]
    covered = numpy.zeros(400, dtype=bool)
    for a, b in spans:
        covered[max(a, window[0]):min(b, window[1])] = True
    busy = int(covered.sum())
    return {"intervals_ns": spans, "window_ns": window, "busy_ns": busy,
            "busy_fraction": short(busy / (window[1] - window[0]))}


def ordered(value):
    bits = int(numpy.float32(value).view(numpy.int32))
    return bits if bits >= 0 else -(bits + 2 ** 31)


def numerics_case(scale):
    fp64 = rng.normal(0, 1, 16)
    eager = fp64.astype(numpy.float32)
    compiled = (eager + scale * rng.normal(0, 1, 16).astype(numpy.float32)).astype(numpy.float32)
    eager[3], compiled[3] = numpy.float32(0.0), numpy.float32(-0.0)
    a, b = eager.astype(float), compiled.astype(float)
    rmse = lambda v: math.sqrt(((v - fp64) ** 2).mean())
    close = lambda atol, rtol: abs(b - a) <= atol + rtol * abs(a)
    relative = abs(b - a)[a != 0] / abs(a)[a != 0]
    return {"fp64": fp64.tolist(), "eager_f32": a.tolist(), "compiled_f32": b.tolist(),
            "max_abs": short(abs(b - a).max()), "max_rel": short(relative.max()),
            "max_ulp": max(abs(ordered(x) - ordered(y)) for x, y in zip(compiled, eager)),
            "cosine": float(a @ b / math.sqrt((a @ a) * (b @ b))),
            "rmse_eager_fp64": short(rmse(a)), "rmse_compiled_fp64": short(rmse(b)),
            "rmse_ratio": short(rmse(b) / rmse(a)),
            "bit_equal_count": int((eager.view(numpy.int32) == compiled.view(numpy.int32)).sum()),
            "mismatch_count_atol1e-5_rtol1.3e-6": int((~close(1e-5, 1.3e-6)).sum()),
            "allclose_1e-5_1.3e-6": bool(close(1e-5, 1.3e-6).all()),
            "allclose_1e-4_1e-4": bool(close(1e-4, 1e-4).all()),
            "argmax_equal": bool(eager.argmax() == compiled.argmax())}


def verdict():
    rows = [(1.04, 1.1, 0.03, "faster"), (1.02, 1.1, 0.03, "faster, size unclear"),
            (1.02, 1.1, 0.01, "faster"), (0.98, 1.02, 0.03, "no difference"),
            (0.98, 1.02, 0.01, "undecided"), (0.7, 0.96, 0.03, "slower"),
            (0.7, 0.98, 0.03, "slower, size unclear"), (0.5, 2.0, 0.03, "undecided")]
    return {"cases": [{"lo": lo, "hi": hi, "m": m, "verdict": word} for lo, hi, m, word in rows]}


def vectors():
    one_mode = samples(21, 4)
    two_modes = samples(60, 5, slow=0) + samples(40, 6, slow=0)
    points = [min(one_mode), float(numpy.median(one_mode)), max(one_mode)]
    return {
        "_about": {"generated_with": f"numpy {numpy.__version__}, scipy {scipy.__version__}",
                   "by": "tests/data/make_stats_vectors.py"},
        "median_ci": {"cases": [median_ci_case(n, c) for n, c in
                                ((3, 0.95), (5, 0.95), (6, 0.95), (17, 0.95), (32, 0.99))]},
        "percentiles": percentiles(),
        "paired_rounds": {"cases": [paired_rounds_case(n, r) for n, r in
                                    ((4, 1.1), (6, 1.0), (15, 0.97), (24, 1.3))]},
        "hierarchical": hierarchical(),
        "outliers_tukey": outliers(),
        "autocorrelation": autocorrelation(),
        "change_points": {"cases": [change_points_case([(5, 20), (4, 25)], 5),
                                    change_points_case([(3, 30)], 5),
                                    change_points_case([(9, 4), (6, 6), (5, 20)], 3)]},
        "kde_silverman": density(one_mode, points),
        "kde_bimodal": density(two_modes, [5.0, 5.5, 6.0]),
        "break_even": break_even(),
        "gpu_busy": gpu_busy(),
        "numerics": {"cases": [numerics_case(s) for s in (1e-7, 1e-3)]},
        "verdict": verdict(),
    }


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        json.dump(vectors(), out, indent=1)
        out.write("\n")
