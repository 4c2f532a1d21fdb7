// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/ssh_failure.h"
#include "profiler/record/remote/ssh_target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace profiler::remote {
namespace {

using ::testing::HasSubstr;

TEST(SshTarget, IsReadAndWrittenAsItWas)
{
    for (const auto* word :
        {"ssh://box", "ssh://me@box", "ssh://me@box.lab.example:2222", "ssh://10.0.0.7:22",
            "ssh://me@[fe80::1%eth0]:2200", "ssh://[::1]", "ssh://u%x@a-b_c"}) {
        const auto target = sshTargetFrom(word);
        ASSERT_TRUE(target) << word;
        EXPECT_EQ(addressOf(*target), word);
    }
    EXPECT_EQ(*sshTargetFrom("ssh://me@box:2222"),
        (SshTarget {.user = "me", .host = "box", .port = 2222}));
    EXPECT_EQ(addressOf(*sshTargetFrom("ssh://box/")), "ssh://box");
}

TEST(SshTarget, WhatAShellOrSshWouldReadOtherwiseIsRefused)
{
    for (const auto* word : {"", "box", "ssh://", "ssh://@box", "ssh://-x", "ssh://-x@box",
             "ssh://a b", "ssh://a;b", "ssh://a'b", "ssh://a$b", "ssh://a`b`", "ssh://a\nb",
             "ssh://box:", "ssh://box:0", "ssh://box:65536", "ssh://box:22x", "ssh://box:-1",
             "ssh://[::1", "ssh://[::1]x", "ssh://box/path", "http://box"}) {
        const auto target = sshTargetFrom(word);
        EXPECT_FALSE(target) << word;
    }
    EXPECT_FALSE(sshTargetFrom("ssh://" + std::string(300, 'a')));
}

TEST(SshFailure, OnlyWhatMayEndIsTriedAgain)
{
    const SshTarget target {.user = "me", .host = "box", .port = {}};
    const auto of = [&](const char* written) { return sshFailure(target, written); };
    EXPECT_EQ(
        of("ssh: connect to host box port 22: Connection refused\n").kind, ErrorKind::Unavailable);
    EXPECT_THAT(of("ssh: connect to host box port 22: Connection refused\n").message,
        HasSubstr("ssh://me@box cannot be reached: ssh: connect to host box port 22"));
    EXPECT_EQ(of("ssh: Could not resolve hostname box: Name or service not known").kind,
        ErrorKind::Unavailable);
    EXPECT_EQ(of("").kind, ErrorKind::Unavailable);
    EXPECT_EQ(of("").message, "the connection to ssh://me@box ended");
    EXPECT_EQ(of("me@box: Permission denied (publickey).").kind, ErrorKind::BadInput);
    EXPECT_EQ(of("Host key verification failed.").kind, ErrorKind::BadInput);
    EXPECT_THAT(of("@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification "
                   "failed.\n")
                    .message,
        HasSubstr("ssh-keygen -R box"));
}

TEST(SshFailure, AFullDiskIsToldByWhatTheSystemSays)
{
    const SshTarget target {.user = {}, .host = "box", .port = {}};
    for (const auto* written : {"cat: write error: No space left on device",
             "tar: x: Cannot write: Disk quota exceeded", "sh: File too large"})
        EXPECT_THAT(
            thereFailure(target, "written", written).message, HasSubstr("the disk of ssh://box"));
    EXPECT_THAT(thereFailure(target, "written", "tar: broken").message, HasSubstr("tar: broken"));
    EXPECT_EQ(thereFailure(target, "damaged", "").kind, ErrorKind::Unavailable);
}

} // namespace
} // namespace profiler::remote
