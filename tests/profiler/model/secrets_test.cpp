// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/stored_plan.h"
#include "profiler/model/text/secrets.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

TEST(SecretName, SaysThatItsValueIsNotToBeStored)
{
    for (const auto* const name : {"token", "hf_token", "HF_TOKEN", "api_key", "--api-key",
             "AWS_SECRET_ACCESS_KEY", "password", "dbPassword", "PASSWD", "REDIS_PASS",
             "credentials_file", "Authorization", "auth", "client.secret", "session_cookie"})
        EXPECT_TRUE(isSecretName(name, "sk-a1")) << name;
    for (const auto* const name : {"num_key_value_heads", "max_tokens", "pad_token_id",
             "token_type_ids", "author", "keyboard", "passes", "bypass_norm", "monkey", ""})
        EXPECT_FALSE(isSecretName(name, "sk-a1")) << name;
}

TEST(SecretName, ChoosesSomethingWhereItsValueIsANumber)
{
    EXPECT_FALSE(isSecretName("key", "3"));
    EXPECT_FALSE(isSecretName("eos_token", "50256"));
    EXPECT_TRUE(isSecretName("key", "31415926535"));
    EXPECT_TRUE(isSecretName("password", "1234"));
}

TEST(Secret, LeavesAMarkThatTellsEqualValues)
{
    const auto one = withoutSecret("token", "canary");
    EXPECT_EQ(one, withoutSecret("token", "canary"));
    EXPECT_EQ(one, "<not stored, 7532ca73>"); // as in tests/profiler/worker/test_secret_names.py
    EXPECT_NE(one, withoutSecret("token", "sparrow"));
    EXPECT_THAT(one, Not(HasSubstr("canary")));
    EXPECT_TRUE(isWithheld(one));
    EXPECT_EQ(withoutSecret("depth", "canary"), "canary");
    EXPECT_FALSE(isWithheld("canary"));
}

TEST(Secret, InAUrlIsItsPasswordAlone)
{
    const auto text = withoutSecret("cache", "redis://me:canary@host:6379/0");
    EXPECT_THAT(text, HasSubstr("redis://me:<not stored, "));
    EXPECT_THAT(text, HasSubstr(">@host:6379/0"));
    EXPECT_EQ(withoutSecret("cache", "https://host:443/a@b"), "https://host:443/a@b");
}

TEST(Secret, IsFoundAmongTheWordsOfACommand)
{
    const auto words = withoutSecrets({"fusescope", "record", "--arg", "token=canary", "--arg",
        "depth=2", "--variant", "e2=eager,env.SECRET_TOKEN:canary,env.OMP_NUM_THREADS:1", "--",
        "--password=canary", "--api-key", "canary", "--seed", "3", "--token", "--fast"});
    for (const auto& word : words)
        EXPECT_THAT(word, Not(HasSubstr("canary")));
    EXPECT_EQ(words[5], "depth=2");
    EXPECT_THAT(words[7], testing::EndsWith(">,env.OMP_NUM_THREADS:1"));
    EXPECT_EQ(words[13], "3");
    EXPECT_EQ(words.back(), "--fast");
}

TEST(StoredPlan, HoldsNoSecretAndSaysWhatItLacks)
{
    Plan plan;
    plan.workload.arguments = {{"token", R"("canary")"},
        {"options", R"({"depth":2,"login":{"password":"canary"}})"}, {"num_key_value_heads", "2"}};
    plan.workload.argv = {"--hf-token", "canary", "--steps", "5"};
    plan.variants
        = {{.name = "e2", .environment = {{"SECRET_TOKEN", "canary"}, {"OMP_NUM_THREADS", "1"}}}};
    EXPECT_FALSE(withheldIn(plan));
    const auto stored = withoutSecrets(plan);
    EXPECT_EQ(withheldIn(stored), "argument options");
    for (const auto& [name, text] : stored.workload.arguments)
        EXPECT_THAT(text, Not(HasSubstr("canary"))) << name;
    EXPECT_EQ(stored.workload.arguments.at("num_key_value_heads"), "2");
    EXPECT_THAT(stored.workload.argv,
        ElementsAre("--hf-token", testing::StartsWith("<not stored, "), "--steps", "5"));
    EXPECT_EQ(stored.variants[0].environment.at("OMP_NUM_THREADS"), "1");
    EXPECT_TRUE(isWithheld(stored.variants[0].environment.at("SECRET_TOKEN")));
}

} // namespace
