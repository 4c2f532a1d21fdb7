# SPDX-License-Identifier: Apache-2.0
"""Writes small_results.json: pairs of float32 tensors about the size of the absolute tolerance,
with the figures that numpy computes of them. Usage: make_small_results.py OUT.json"""
import json
import sys

import numpy

ABSOLUTE, RELATIVE = 1e-5, 1.3e-6  # of float32
rng = numpy.random.default_rng(20)


def case(name, eager, compiled, status):
    eager, compiled = numpy.float32(eager), numpy.float32(compiled)
    a, b = eager.astype(float), compiled.astype(float)
    norm = numpy.sqrt((a @ a) * (b @ b))
    relative = abs(b - a)[a != 0] / abs(a)[a != 0]
    return {
        "name": name,
        "eager_f32": a.tolist(),
        "compiled_f32": b.tolist(),
        "max_abs": float(abs(b - a).max()),
        "max_rel": float(relative.max()) if relative.size else None,
        "cosine": float(a @ b / norm) if norm > 0 else None,
        "mismatches": int((abs(b - a) > ABSOLUTE + RELATIVE * abs(a)).sum()),
        "largest": float(abs(a).max()),
        "status": status,
    }


def main(path):
    tiny = rng.normal(0, 1e-10, 64)
    usual = rng.normal(0, 1, 64)
    cases = [
        case("tiny, turned round", tiny, -tiny, "too_small_to_judge"),
        case("tiny, unrelated", tiny, rng.normal(0, 1e-10, 64), "too_small_to_judge"),
        case("tiny, equal but for rounding", tiny, tiny * (1 + rng.normal(0, 1e-6, 64)), "close"),
        case("tiny, a tenth larger: the direction decides", tiny, tiny * 1.1, "close"),
        case("nothing against tiny", numpy.zeros(64), tiny, "too_small_to_judge"),
        case("zeros of both signs", numpy.zeros(8), -numpy.zeros(8), "close"),
        case("usual, one value near 0", numpy.append(usual, 1e-9),
             numpy.append(usual * (1 + 1e-7), 3e-8), "close"),
        case("usual, another result", usual, rng.normal(0, 1, 64), "different"),
        case("one tiny value, three times as large", [1e-10], [3e-10], "too_small_to_judge"),
        case("one tiny value, a thousandth apart", [1e-10], [1.001e-10], "close"),
        case("one usual value", [0.5], [0.500005], "close"),
        case("one value of the other sign", [1e-6], [-1e-6], "too_small_to_judge"),
    ]
    document = {
        "definition": "float32; tolerance 1e-5 + 1.3e-6 |eager|; max_rel over eager != 0; "
                      "cosine null where a tensor is all zeros",
        "cases": cases,
    }
    with open(path, "w", encoding="utf-8") as out:
        json.dump(document, out, indent=1)
        out.write("\n")


main(sys.argv[1])
