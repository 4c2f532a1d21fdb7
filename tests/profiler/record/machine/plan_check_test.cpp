// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/record/machine/nearest_name.h"
#include "profiler/record/plan_check.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace {

using machine_test::TemporaryFolder;
using profiler::checkPlanAgainst;
using profiler::Plan;
using testing::AllOf;
using testing::HasSubstr;

const profiler::Interpreter& python()
{
    static const auto interpreter = profiler::probeInterpreter(FUSESCOPE_PYTHON).value();
    return interpreter;
}

Plan planFor(const std::string& spec, const std::filesystem::path& folder = "/")
{
    Plan plan;
    plan.workload.spec = spec;
    plan.workload.workingDirectory = folder.string();
    plan.variants = {{.name = "eager"},
        {.name = "default",
            .kind = profiler::VariantKind::Compiled,
            .compile = {.mode = "default"}}};
    return plan;
}

std::string refusal(const Plan& plan)
{
    const auto checked = checkPlanAgainst(plan, python());
    return checked ? "accepted" : checked.error().message;
}

constexpr std::string_view workload = R"(
import torch
from os import path as where
torch.manual_seed(0)
def make():
    raise RuntimeError("must not run")
if True:
    other = lambda: None
)";

TEST(CheckPlan, RefusesASettingThatThisTorchHasNot)
{
    auto plan = planFor("builtin:mlp");
    auto& torch = plan.variants[1].torch;
    torch.dynamo["capture_scalar_outputs"] = "true";
    torch.inductor["freezing"] = "true";
    torch.backends["mkldnn.enabled"] = "true";
    torch.backends["cuda.flash_sdp"] = "true";
    EXPECT_EQ(refusal(plan), "accepted");
    torch.dynamo = {{"capture_scalar_output", "true"}};
    EXPECT_THAT(refusal(plan),
        AllOf(HasSubstr("variant default"),
            HasSubstr("has no torch._dynamo.config.capture_scalar_output"),
            HasSubstr("capture_scalar_outputs?")));
    torch.dynamo.clear();
    torch.backends["cudnn.bench"] = "true";
    EXPECT_THAT(refusal(plan), HasSubstr("has no torch.backends.cudnn.bench"));
}

TEST(CheckPlan, AcceptsAFileWithThatCallableWithoutRunningIt)
{
    const TemporaryFolder folder;
    folder.write("model.py", workload);

    for (const auto* callable : {"make", "other", "where"})
        EXPECT_EQ(refusal(planFor(std::string("model.py:") + callable, folder.path())), "accepted");
    EXPECT_EQ(refusal(planFor((folder.path() / "model.py").string() + ":make")), "accepted");
}

TEST(CheckPlan, NamesTheCallableThatWasMisspelt)
{
    const TemporaryFolder folder;
    folder.write("model.py", workload);

    EXPECT_THAT(refusal(planFor("model.py:mak", folder.path())),
        AllOf(HasSubstr("model.py has no mak"), HasSubstr("did you mean make?")));
}

TEST(CheckPlan, LeavesNamesToTheWorkerThatOnlyRunningCanTell)
{
    const TemporaryFolder folder;
    folder.write("star.py", "from torch.nn import *\n");
    folder.write("dynamic.py", "globals()['make'] = lambda: None\n");

    EXPECT_EQ(refusal(planFor("star.py:Linear", folder.path())), "accepted");
    EXPECT_EQ(refusal(planFor("dynamic.py:make", folder.path())), "accepted");
}

TEST(CheckPlan, RefusesAFileThatIsNotThereOrDoesNotParse)
{
    const TemporaryFolder folder;
    folder.write("broken.py", "def make(:\n");

    EXPECT_THAT(
        refusal(planFor("gone.py:make", folder.path())), HasSubstr("gone.py does not exist"));
    EXPECT_THAT(refusal(planFor("gone.pt2", folder.path())), HasSubstr("gone.pt2 does not exist"));
    EXPECT_THAT(refusal(planFor("broken.py:make", folder.path())), HasSubstr("line 1"));
    EXPECT_THAT(refusal(planFor("nonsense")), HasSubstr("nonsense is no model"));
}

TEST(CheckPlan, RefusesAModuleThatIsNotThere)
{
    const TemporaryFolder folder;
    folder.write("package/__init__.py", "raise RuntimeError('must not run')");

    EXPECT_EQ(refusal(planFor("package.models:make", folder.path())), "accepted");
    EXPECT_THAT(refusal(planFor("no_such_package.models:make", folder.path())),
        HasSubstr("finds no module no_such_package"));
}

TEST(CheckPlan, ListsTheBuiltInModelsWhenOneIsUnknown)
{
    EXPECT_EQ(refusal(planFor("builtin:mlp")), "accepted");
    EXPECT_EQ(refusal(planFor("builtin:mlp,layers=3")), "accepted");
    EXPECT_THAT(refusal(planFor("builtin:mpl")),
        AllOf(HasSubstr("no built-in model mpl"), HasSubstr("did you mean mlp?"),
            HasSubstr("built in are")));
}

TEST(CheckPlan, NamesTheTorchvisionModelThatWasMisspelt)
{
    if (!std::filesystem::exists(python().torchRoot.parent_path() / "torchvision"))
        GTEST_SKIP() << "no torchvision beside this torch";
    EXPECT_EQ(refusal(planFor("torchvision:resnet18")), "accepted");
    EXPECT_EQ(refusal(planFor("torchvision:vit_b_16")), "accepted");
    EXPECT_THAT(refusal(planFor("torchvision:resnet81")), HasSubstr("did you mean resnet"));
}

TEST(CheckPlan, RefusesALibraryThatIsNotInstalled)
{
    const TemporaryFolder folder;
    folder.write("packages/torch/version.py", "__version__ = '2.11.0'\ncuda = None\n");
    folder.write("packages/torch/__init__.py", "");
    const auto bare = profiler::probeInterpreter(folder.writePython("python", "packages")).value();

    const auto checked = checkPlanAgainst(planFor("torchvision:resnet18"), bare);

    ASSERT_FALSE(checked);
    EXPECT_THAT(checked.error().message, HasSubstr("has no torchvision: install it there"));
}

TEST(CheckPlan, RefusesWhatTheChosenTorchDoesNotHave)
{
    auto plan = planFor("builtin:mlp");
    plan.variants[1].compile.mode = "reduce_overhead";
    EXPECT_THAT(refusal(plan),
        AllOf(HasSubstr("variant default"), HasSubstr("did you mean reduce-overhead?")));

    plan.variants[1].compile = {.backend = "inductr"};
    EXPECT_THAT(refusal(plan), HasSubstr("did you mean inductor?"));
    plan.variants[1].compile = {.backend = "cudagraphs"};
    EXPECT_EQ(refusal(plan), "accepted");

    plan.variants[1].compile = {};
    plan.workload.parts
        = {{.target = "layers.*", .settings = profiler::CompileSettings {.mode = "fast"}}};
    EXPECT_THAT(refusal(plan), HasSubstr("no mode fast"));

    plan.workload.parts.clear();
    plan.numeric.device = "cuda:99";
    EXPECT_THAT(refusal(plan), AllOf(HasSubstr("sees no cuda device"), HasSubstr("cpu")));
    for (const auto* device : {"xpu:0", "mps"}) {
        plan.numeric.device = device;
        EXPECT_THAT(refusal(plan), AllOf(HasSubstr("sees no "), HasSubstr("only cpu"))) << device;
    }
    plan.numeric.device = "hip:0";
    EXPECT_THAT(refusal(plan), HasSubstr("built without ROCm, and hip:0 is a device of AMD's"));
}

/// An archive as torch's own zip files are made: members by name alone.
void writeArchive(const std::filesystem::path& file, const std::vector<std::string>& members)
{
    std::string script
        = "import zipfile\nwith zipfile.ZipFile('" + file.string() + "', 'w') as z:\n";
    for (const auto& member : members)
        script += "    z.writestr('" + member + "', b'')\n";
    const auto command = std::string(FUSESCOPE_PYTHON) + " -c \"" + script + "\"";
    ASSERT_EQ(std::system(command.c_str()), 0); // NOLINT(cert-env33-c,concurrency-mt-unsafe)
}

TEST(CheckPlan, RefusesToCompileWhatTorchCompileLeavesAsItIs)
{
    const TemporaryFolder folder;
    writeArchive(folder.path() / "package.pt2", {"model/data/aotinductor/model/model.so"});
    writeArchive(folder.path() / "program.pt2", {"model/models/model.json"});
    writeArchive(folder.path() / "script.pt", {"script/constants.pkl", "script/code/m.py"});

    EXPECT_THAT(refusal(planFor("package.pt2", folder.path())),
        AllOf(HasSubstr("variant default: package.pt2 is an AOTInductor package"),
            HasSubstr("FILE.py:CALLABLE")));
    EXPECT_THAT(refusal(planFor("script.pt", folder.path())),
        HasSubstr("variant default: script.pt is a TorchScript program"));
    EXPECT_EQ(refusal(planFor("program.pt2", folder.path())), "accepted");
    for (const auto* file : {"package.pt2", "script.pt"}) {
        auto plan = planFor(file, folder.path());
        plan.variants[1] = {.name = "again"};
        EXPECT_EQ(refusal(plan), "accepted");
    }
}

TEST(CheckPlan, SaysOfWhatStartsRanksWhatWorksInstead)
{
    const TemporaryFolder folder;
    for (const auto* spec : {"script:/usr/bin/torchrun", "script-module:torch.distributed.run"})
        EXPECT_THAT(refusal(planFor(spec, folder.path())),
            AllOf(HasSubstr("only starts other processes"),
                HasSubstr("--script train.py --nproc 2")));
}

TEST(CheckPlan, LeavesABackendToTheWorkerThatTheUsersFileMayRegister)
{
    const TemporaryFolder folder;
    folder.write("model.py",
        "from torch._dynamo import register_backend\n@register_backend\ndef own(g, i): return "
        "g\ndef make(): pass\n");
    auto plan = planFor("model.py:make", folder.path());
    plan.variants[1].compile = {.backend = "own"};

    EXPECT_EQ(refusal(plan), "accepted");
}

TEST(CheckPlan, RefusesAnInputFileThatIsNotThere)
{
    auto plan = planFor("builtin:mlp");
    plan.cases = {{.name = "real", .inputs = {{.name = "x", .file = "batch.npz"}}}};

    EXPECT_THAT(refusal(plan), AllOf(HasSubstr("case real"), HasSubstr("batch.npz")));
}

TEST(CheckPlan, LooksAtTheInterpreterThatAVariantNames)
{
    auto plan = planFor("builtin:mlp");
    plan.variants[1].python = "/no/such/python";

    EXPECT_THAT(refusal(plan), HasSubstr("/no/such/python"));
}

const std::vector<std::string> modes {"default", "reduce-overhead", "max-autotune"};

TEST(NearestName, FindsTheNameThatWasMisspelt)
{
    EXPECT_EQ(profiler::nearestName("reduce_overhead", modes), "reduce-overhead");
    EXPECT_EQ(profiler::nearestName("maxautotune", modes), "max-autotune");
    EXPECT_EQ(profiler::didYouMean("defautl", modes), " (did you mean default?)");
}

TEST(NearestName, NamesNothingWhenNothingIsNear)
{
    EXPECT_EQ(profiler::nearestName("banana", modes), std::nullopt);
    EXPECT_EQ(profiler::didYouMean("banana", modes), "");
    EXPECT_EQ(profiler::nearestName("default", {}), std::nullopt);
}

} // namespace
