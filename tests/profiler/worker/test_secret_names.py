# SPDX-License-Identifier: Apache-2.0
"""What a worker tells of arguments and variables holds no secret; the recorder's part is tests/profiler/model/secrets_test.cpp."""

import sys
import unittest

from worker_process import MAIN, Worker, workload

sys.path.insert(0, str(MAIN.parent))
from fusescope_worker import secret_names  # noqa: E402


class SecretNames(unittest.TestCase):
    def test_names_and_values_that_are_withheld(self):
        for name in ("token", "HF_TOKEN", "--api-key", "AWS_SECRET_ACCESS_KEY", "dbPassword", "credentials_file"):
            self.assertTrue(secret_names.is_secret(name, "sk-a1"), name)
        for name in ("num_key_value_heads", "max_tokens", "pad_token_id", "author", "monkey", ""):
            self.assertFalse(secret_names.is_secret(name, "sk-a1"), name)
        self.assertFalse(secret_names.is_secret("key", "3"))
        self.assertTrue(secret_names.is_secret("password", "1234"))

    def test_the_mark_is_that_of_the_recorder(self):
        self.assertEqual(secret_names.without_secret("token", "canary"), "<not stored, 7532ca73>")
        self.assertEqual(
            secret_names.without_secrets({"options": [{"url": "redis://me:canary@host"}], "depth": 2}),
            {"options": [{"url": "redis://me:<not stored, 7532ca73>@host"}], "depth": 2},
        )

    def test_a_worker_tells_none(self):
        with Worker({"TORCHINDUCTOR_CACHE_PASS": "canary", "TORCH_REMOTE": "redis://me:canary@host"}) as worker:
            setup = worker.setup(workload("returns.py", "with_token"), arguments={"token": "canary", "depth": 2})
            told = str(setup["environment"])
            self.assertNotIn("canary", told)
            self.assertIn("7532ca73", setup["environment"]["model_id"])
            self.assertIn("redis://me:", setup["environment"]["env.TORCH_REMOTE"])
            self.assertIn('"depth": 2', setup["environment"]["model_id"])


if __name__ == "__main__":
    unittest.main()
