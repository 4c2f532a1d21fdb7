// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/interpreter.h"
#include "scoped_variable.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using machine_test::ScopedVariable;
using machine_test::TemporaryFolder;
using profiler::checkInterpreter;
using profiler::probeInterpreter;
using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::MatchesRegex;

TEST(ProbeInterpreter, FindsTorchOfAnEnvironment)
{
    const auto interpreter = probeInterpreter(FUSESCOPE_PYTHON);

    ASSERT_TRUE(interpreter) << interpreter.error().message;
    EXPECT_EQ(interpreter->path, FUSESCOPE_PYTHON) << "a link into an environment is not followed";
    EXPECT_THAT(interpreter->pythonVersion, MatchesRegex("3\\.[0-9]+\\.[0-9]+"));
    EXPECT_THAT(interpreter->torchVersion, MatchesRegex("2\\.[0-9]+\\.[0-9]+.*"));
    EXPECT_EQ(interpreter->torchVersion.rfind(interpreter->torchMinor + ".", 0), 0U);
    EXPECT_TRUE(std::filesystem::exists(interpreter->torchRoot / "version.py"));
    EXPECT_TRUE(checkInterpreter(*interpreter));
}

TEST(ProbeInterpreter, TellsWhetherEveryProcessWouldCompileTorchAnew)
{
    const TemporaryFolder empty;
    const ScopedVariable elsewhere("PYTHONPYCACHEPREFIX", empty.path().c_str());
    ScopedVariable writes("PYTHONDONTWRITEBYTECODE", nullptr);
    EXPECT_TRUE(probeInterpreter(FUSESCOPE_PYTHON)->keepsBytecode)
        << "the first one writes it there";
    writes.set("1");
    EXPECT_FALSE(probeInterpreter(FUSESCOPE_PYTHON)->keepsBytecode);
}

TEST(ProbeInterpreter, TellsWhatTheImportedTorchHas)
{
    const auto torch = profiler::probeTorch(*probeInterpreter(FUSESCOPE_PYTHON));

    ASSERT_TRUE(torch) << torch.error().message;
    EXPECT_EQ(torch->devices.front(), "cpu");
    EXPECT_THAT(torch->modes,
        IsSupersetOf({"default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"}));
    EXPECT_THAT(torch->backends, IsSupersetOf({"inductor", "eager", "aot_eager", "cudagraphs"}));
}

TEST(ProbeInterpreter, TakesTheOneOfTheEnvironmentVariableWhenNoneIsNamed)
{
    ScopedVariable named("FUSESCOPE_PYTHON", FUSESCOPE_PYTHON);
    EXPECT_EQ(probeInterpreter({})->path, FUSESCOPE_PYTHON);

    named.set(nullptr);
    const TemporaryFolder folder;
    folder.writePython("bin/python", "empty");
    const ScopedVariable active("VIRTUAL_ENV", folder.path().c_str());
    EXPECT_EQ(probeInterpreter({})->path, folder.path() / "bin/python");
}

TEST(ProbeInterpreter, RefusesAFileThatIsNotThereOrNoPython)
{
    EXPECT_THAT(probeInterpreter("/no/python").error().message, HasSubstr("/no/python"));

    const TemporaryFolder folder;
    const auto broken
        = folder.writeProgram("python", "#!/bin/sh\necho broken environment >&2\nexit 1\n");
    const auto answer = probeInterpreter(broken);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().kind, profiler::ErrorKind::Unavailable);
    EXPECT_THAT(answer.error().message, HasSubstr("broken environment"));
}

TEST(CheckInterpreter, RefusesOneWithoutTorch)
{
    const TemporaryFolder folder;
    const auto interpreter = probeInterpreter(folder.writePython("python", "empty"));

    ASSERT_TRUE(interpreter) << interpreter.error().message;
    EXPECT_EQ(interpreter->torchVersion, "");
    EXPECT_THAT(
        checkInterpreter(*interpreter).error().message, HasSubstr("has no torch: install it"));
}

TEST(CheckInterpreter, RefusesATorchThatIsTooOld)
{
    const TemporaryFolder folder;
    folder.write("packages/torch/__init__.py", "raise RuntimeError('must not be imported')");
    folder.write("packages/torch/version.py", "__version__ = '2.6.0+cpu'\ncuda = None\n");
    const auto interpreter = probeInterpreter(folder.writePython("python", "packages"));

    ASSERT_TRUE(interpreter) << interpreter.error().message;
    EXPECT_EQ(interpreter->torchMinor, "2.6");
    EXPECT_THAT(checkInterpreter(*interpreter).error().message, HasSubstr("need 2.9 or newer"));
}

TEST(CheckInterpreter, RefusesAPythonThatIsTooOld)
{
    const auto checked = checkInterpreter(
        {.path = "/usr/bin/python3", .pythonVersion = "3.9.2", .torchVersion = "2.11.0"});

    ASSERT_FALSE(checked);
    EXPECT_THAT(checked.error().message, HasSubstr("need 3.10 or newer"));
}

TEST(ProbeTorch, SaysWhyTorchCannotBeImported)
{
    const TemporaryFolder folder;
    folder.write(
        "packages/torch/__init__.py", "print('noise')\nraise ImportError('libc10.so is missing')");
    folder.write("packages/torch/version.py", "__version__ = '2.11.0'\ncuda = '13.0'\n");
    const auto interpreter = probeInterpreter(folder.writePython("python", "packages"));

    ASSERT_TRUE(interpreter) << interpreter.error().message;
    EXPECT_EQ(interpreter->cudaVersion, "13.0");
    EXPECT_THAT(
        profiler::probeTorch(*interpreter).error().message, HasSubstr("libc10.so is missing"));
}

} // namespace
