# SPDX-License-Identifier: Apache-2.0
"""Ranks of one job through `fusescope import --ranks` and `show FILE communication --json`.

Traces of made jobs, whose clocks, arrivals and groups are known, and real ones of two gloo processes. What is told is
compared with the truth, and with the same figures worked out here in another way. FUSESCOPE comes from CTest.
"""

import gzip
import json
import os
import pathlib
import random
import statistics
import subprocess
import tempfile
import unittest

_TRACES = pathlib.Path(os.environ.get("TRACES", "-"))
_REAL = pathlib.Path(__file__).resolve().parents[2] / "data" / "traces"
_NS_OF_STEP = 10_000_000
_KERNELS = {
    "all_reduce": "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
    "all_gather": "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
}
_GEMM = "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64"


def fusescope(*arguments, refused=False):
    answer = subprocess.run([os.environ["FUSESCOPE"], *arguments], capture_output=True, text=True, timeout=300)
    if (answer.returncode != 0) != refused:
        raise AssertionError(f"{arguments}: {answer.returncode} {answer.stderr}")
    return answer.stderr if refused else answer.stdout


def us(ns):
    return f"{ns // 1000}.{ns % 1000:03d}"


class Job:
    """Four ranks: two tensor-parallel pairs, and two data-parallel pairs across them. Rank 3 comes late."""

    GROUPS = {"1": [0, 1], "2": [2, 3], "3": [0, 2], "4": [1, 3]}
    LATE = {0: 0, 1: 40_000, 2: 10_000, 3: 900_000}

    def __init__(self, seed, steps=4):
        self.random = random.Random(seed)
        self.steps = steps
        # Off by up to 3 s, and by hundreds of µs beside the wall clock of one machine.
        self.clocks = {rank: 0 if rank == 0 else self.random.randrange(-3_000_000_000, 3_000_000_000) for rank in range(4)}
        self.events = {rank: [] for rank in range(4)}
        self.arrivals = []  # (kind, group, {rank: true start}, true end)
        for step in range(steps):
            self._step(step)

    def _step(self, step):
        begin = 10_000_000_000 + step * _NS_OF_STEP
        for rank in range(4):
            self._span(rank, f"ProfilerStep#{step}", "user_annotation", begin, _NS_OF_STEP, {})
            self._kernel(rank, _GEMM, begin + 1_000, 2_000_000, 7, {})
        self._meet("all_reduce", "1", begin + 2_100_000)
        self._meet("all_reduce", "2", begin + 2_200_000)
        self._meet("all_gather", "3", begin + 5_000_000)
        self._meet("all_gather", "4", begin + 5_100_000)

    def _meet(self, kind, group, at):
        ranks = self.GROUPS[group]
        starts = {rank: at + self.LATE[rank] + self.random.randrange(0, 5_000) for rank in ranks}
        end = max(starts.values()) + 300_000
        self.arrivals.append((kind, group, starts, end))
        told = {"Process Group Name": group, "Process Group Ranks": str(ranks)}
        for rank, start in starts.items():
            jitter = self.random.randrange(0, 1_000)  # ends are not the same to the nanosecond
            self._kernel(rank, _KERNELS[kind], start, end + jitter - start, 20 + int(group), {"Collective name": kind, **told})

    def _kernel(self, rank, name, start, duration, stream, more):
        self._span(rank, name, "kernel", start, duration, {"device": rank, "stream": stream, "correlation": len(self.events[rank]) + 1, **more})

    def _span(self, rank, name, category, start, duration, arguments):
        # Where a kernel stands, the same numbers as of process and thread.
        place = (rank, arguments["stream"]) if category == "kernel" else (4_000 + rank, 4_000 + rank)
        self.events[rank].append(
            f'{{"ph":"X","cat":"{category}","name":"{name}","pid":{place[0]},"tid":{place[1]},"ts":{us(start + self.clocks[rank])},'
            f'"dur":{us(duration)},"args":{json.dumps(arguments)}}}'
        )

    def write(self, folder, told=True):
        files = []
        for rank in range(4):
            job = f'"distributedInfo":{{"backend":"nccl","rank":{rank},"world_size":4}},' if told else ""
            path = pathlib.Path(folder, f"rank{rank}.json")
            path.write_text(
                f'{{{job}"baseTimeNanoseconds":1700000000000000000,"traceEvents":[{",".join(self.events[rank])}]}}',
                encoding="utf-8",
            )
            files.append(str(path))
        return files


def communication(*arguments):
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/job.fscope"
        fusescope("import", "--ranks", *arguments, "-o", file)
        return json.loads(fusescope("show", file, "communication", "--json"))


class MadeJob(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.job = Job(seed=11)
        with tempfile.TemporaryDirectory() as folder:
            cls.document = communication(*reversed(cls.job.write(folder)))
        [cls.ranks] = cls.document["ranks"]

    def test_clocks_are_found_though_no_pair_of_ranks_0_and_3_ever_meets(self):
        self.assertEqual(self.ranks["world_size"], 4)
        self.assertEqual([clock["rank"] for clock in self.ranks["clocks"]], [0, 1, 2, 3])
        for clock in self.ranks["clocks"]:
            self.assertEqual(clock["aligned_by"], "collectives")
            # The middle of ends that are up to 1 µs apart, over at most two others.
            self.assertAlmostEqual(clock["offset_ns"], -self.job.clocks[clock["rank"]], delta=2_000)

    def test_skews_are_those_of_the_true_arrivals(self):
        for kind in ("all_reduce", "all_gather"):
            true = [max(starts.values()) - min(starts.values()) for name, _, starts, _ in self.job.arrivals if name == kind]
            [told] = [row for row in self.ranks["collectives"] if row["kind"] == kind]
            self.assertEqual(told["count"], len(true))
            self.assertAlmostEqual(told["mean_skew_ns"], statistics.mean(true), delta=2_000)
            self.assertAlmostEqual(told["longest_skew_ns"], max(true), delta=2_000)

    def test_who_comes_last_and_how_long_others_wait(self):
        last, waits = {}, dict.fromkeys(range(4), 0)
        for _, _, starts, _ in self.job.arrivals:
            latest = max(starts, key=starts.get)
            last[latest] = last.get(latest, 0) + 1
            for rank, start in starts.items():
                waits[rank] += starts[latest] - start
        self.assertEqual(self.ranks["last_by_rank"], {str(rank): count for rank, count in last.items()})
        for rank, wait in waits.items():
            self.assertAlmostEqual(self.ranks["wait_ns"][str(rank)], wait, delta=2_000 * len(self.job.arrivals))
        self.assertEqual(self.ranks["slowest_rank"], 3)
        self.assertEqual(self.ranks["steps"], self.job.steps)
        per_step = statistics.mean(wait for rank, wait in waits.items() if rank != 3) / self.job.steps
        self.assertAlmostEqual(self.ranks["wait_per_step_ns"], per_step, delta=4_000)
        self.assertRegex(self.ranks["sentence"], r"^rank 3 arrives last in 8 of 16 collectives, and the others wait .* a step")

    def test_each_rank_tells_its_device_and_what_nothing_hides(self):
        rows = {row["rank"]: row for row in self.document["communication"]}
        self.assertEqual(sorted(rows), [0, 1, 2, 3])
        for rank, row in rows.items():
            [device] = row["devices"]
            self.assertEqual(device["device"], rank)
            true, exposed = 0, 0
            for _, _, starts, end in self.job.arrivals:
                if rank in starts:
                    true += end - starts[rank]
                    exposed += end - starts[rank]  # the product ends before any collective begins
            self.assertAlmostEqual(device["communication_ns"], true, delta=1_000 * 8)
            self.assertAlmostEqual(device["exposed_ns"], exposed, delta=1_000 * 8)

    def test_text_concludes(self):
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/job.fscope"
            fusescope("import", "--ranks", *self.job.write(folder), "-o", file)
            text = fusescope("show", file, "communication")
        self.assertIn("rank 3 arrives last in 8 of 16 collectives", text)
        self.assertIn("clocks are laid over each other where collectives end", text)


class OtherWays(unittest.TestCase):
    def test_files_that_tell_no_rank_are_numbered_in_their_order(self):
        with tempfile.TemporaryDirectory() as folder:
            document = communication(*Job(seed=3).write(folder, told=False))
        [ranks] = document["ranks"]
        self.assertEqual([clock["rank"] for clock in ranks["clocks"]], [0, 1, 2, 3])
        self.assertIsNone(ranks["world_size"])
        self.assertTrue(ranks["world_size_reason"])

    def test_one_variant_of_several_files_is_ranks_without_being_asked(self):
        with tempfile.TemporaryDirectory() as folder:
            files = Job(seed=5).write(folder)
            words = [word for file in files for word in ("--variant", f"ddp={file}")]
            fusescope("import", *words, "-o", f"{folder}/job.fscope")
            document = json.loads(fusescope("show", f"{folder}/job.fscope", "communication", "--json"))
            compared = json.loads(fusescope("compare", f"{folder}/job.fscope", "--json"))
        self.assertEqual(len(document["ranks"]), 1)
        [trace] = compared["traces"]
        self.assertEqual(trace["steps"], 4, "the steps of the first rank, not those of all")

    def test_files_of_one_process_are_no_ranks(self):
        with tempfile.TemporaryDirectory() as folder:
            first = Job(seed=5).write(folder)[0]
            fusescope("import", first, "-o", f"{folder}/one.fscope")
            document = json.loads(fusescope("show", f"{folder}/one.fscope", "communication", "--json"))
        self.assertEqual(document["ranks"], [])
        self.assertEqual(document["communication"][0]["rank"], 0)

    def test_a_single_file_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            [first, *_] = Job(seed=5).write(folder)
            self.assertIn("two ranks at least", fusescope("import", "--ranks", first, "-o", f"{folder}/x.fscope", refused=True))


@unittest.skipUnless((_TRACES / "hta_diff_control.json.gz").exists(), f"{_TRACES} is not there")
class RealNccl(unittest.TestCase):
    """One of eight ranks of a real job on A100: its collectives, and what of them no other kernel hides."""

    def test_exposed_time_is_that_of_a_plain_count(self):
        file = _TRACES / "hta_diff_control.json.gz"
        true = self.counted(json.loads(gzip.decompress(file.read_bytes()))["traceEvents"])
        with tempfile.TemporaryDirectory() as folder:
            fusescope("import", str(file), "-o", f"{folder}/one.fscope")
            document = json.loads(fusescope("show", f"{folder}/one.fscope", "communication", "--json"))
            [kernels] = json.loads(fusescope("show", f"{folder}/one.fscope", "kernels", "--json"))["traces"]
        [row] = document["communication"]
        self.assertEqual(row["rank"], 3)
        [device] = row["devices"]
        told = {each["kind"]: (each["count"], each["total_ns"], each["exposed_ns"]) for each in device["collectives"]}
        self.assertEqual(told, true)
        self.assertRegex(device["sentence"], r"^Send/Receive takes .* of a step, .* of it exposed and AllReduce takes ")
        kinds = {each["name"]: each.get("collective") for each in kernels["kernels"]}
        self.assertEqual(kinds["ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)"], "all_reduce")
        self.assertEqual({kind for name, kind in kinds.items() if "nccl" not in name}, {None})

    @staticmethod
    def counted(events):
        """By kind (count, ns, exposed ns) of those that begin in a step; whole microseconds, as the file has them."""
        events = [event for event in events if event.get("ph") == "X"]
        steps = [event for event in events if event["name"].startswith("ProfilerStep")]
        kernels = [event for event in events if event.get("cat") in ("kernel", "Kernel")]
        computing = []
        for event in sorted((each for each in kernels if "nccl" not in each["name"]), key=lambda each: each["ts"]):
            begin, end = event["ts"], event["ts"] + event["dur"]
            if computing and begin <= computing[-1][1]:
                computing[-1][1] = max(computing[-1][1], end)
            else:
                computing.append([begin, end])
        found = {}
        for event in kernels:
            begin, end = event["ts"], event["ts"] + event["dur"]
            if "nccl" not in event["name"] or not any(s["ts"] <= begin < s["ts"] + s["dur"] for s in steps):
                continue
            hidden = sum(max(0, min(end, e) - max(begin, b)) for b, e in computing)
            kind = "all_reduce" if "AllReduce" in event["name"] else "send_receive"
            count, ns, exposed = found.get(kind, (0, 0, 0))
            found[kind] = (count + 1, ns + 1000 * (end - begin), exposed + 1000 * (end - begin - hidden))
        return found


class Gloo(unittest.TestCase):
    """Two real processes of one machine, whose clock is one: what is found cannot be far from nothing."""

    def test_real_ranks_are_laid_over_each_other(self):
        files = [_REAL / f"gloo_rank{rank}.json.gz" for rank in range(2)]
        spans = [self.collectives(file) for file in files]
        document = communication(*map(str, files))
        [ranks] = document["ranks"]
        self.assertEqual(ranks["world_size"], 2)
        self.assertEqual(ranks["matched"], len(spans[0]))
        apart = [one[1] - other[1] for one, other in zip(*spans)]
        middle = sorted(apart)[len(apart) // 2]
        self.assertEqual(ranks["clocks"][1]["offset_ns"], middle)
        skews = [abs(one[0] - other[0] - middle) for one, other in zip(*spans)]
        [told] = ranks["collectives"]
        self.assertAlmostEqual(told["mean_skew_ns"], statistics.mean(skews), delta=1)
        self.assertLess(abs(middle), 5_000_000)
        for row in document["communication"]:
            self.assertEqual(row["devices"], [])
            self.assertTrue(row["devices_reason"])
            [host] = row["host_collectives"]
            self.assertEqual((host["kind"], host["count"]), ("all_reduce", len(spans[0])))
            self.assertIsNone(host["exposed_ns"])
            self.assertTrue(host["exposed_ns_reason"])

    @staticmethod
    def collectives(file):
        """(start, end) in ns, by start, read with Python's own JSON."""
        document = json.loads(gzip.decompress(file.read_bytes()), parse_float=str)
        base = int(document["baseTimeNanoseconds"])

        def ns(text):
            whole, _, rest = str(text).partition(".")
            return int(whole) * 1000 + int((rest + "000")[:3])

        found = [
            (base + ns(event["ts"]), base + ns(event["ts"]) + ns(event["dur"]))
            for event in document["traceEvents"]
            if event.get("name") == "gloo:all_reduce" and event.get("ph") == "X"
        ]
        return sorted(found)


if __name__ == "__main__":
    unittest.main()
