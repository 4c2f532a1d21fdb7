// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/suite/model_family.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace profiler {

namespace {

struct KnownName {
    std::string_view library;
    std::string_view beginning; ///< of the model's name; the longest that fits decides
    std::string_view family;
};

constexpr std::string_view cnn = "vision_cnn";
constexpr std::string_view visionTransformer = "vision_transformer";
constexpr std::string_view dense = "dense_vision";
constexpr std::string_view video = "video";
constexpr std::string_view encoder = "text_encoder";
constexpr std::string_view decoder = "text_decoder";
constexpr std::string_view both = "text_encoder_decoder";
constexpr std::string_view audio = "audio";
constexpr std::string_view pairs = "image_text";
constexpr std::string_view recurrent = "recurrent";

/// Of torchvision and timm, whose names begin alike.
constexpr auto visionNames = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"alexnet", cnn},
    {"vgg", cnn},
    {"resnet", cnn},
    {"resnext", cnn},
    {"resnest", cnn},
    {"wide_resnet", cnn},
    {"densenet", cnn},
    {"mobilenet", cnn},
    {"mnasnet", cnn},
    {"efficientnet", cnn},
    {"tf_efficientnet", cnn},
    {"regnet", cnn},
    {"squeezenet", cnn},
    {"shufflenet", cnn},
    {"googlenet", cnn},
    {"inception", cnn},
    {"convnext", cnn},
    {"xception", cnn},
    {"repvgg", cnn},
    {"ghostnet", cnn},
    {"dla", cnn},
    {"hrnet", cnn},
    {"nfnet", cnn},
    {"rexnet", cnn},
    {"convmixer", cnn},
    {"vit", visionTransformer},
    {"deit", visionTransformer},
    {"swin", visionTransformer},
    {"maxvit", visionTransformer},
    {"beit", visionTransformer},
    {"eva", visionTransformer},
    {"cait", visionTransformer},
    {"pvt", visionTransformer},
    {"twins", visionTransformer},
    {"coat", visionTransformer},
    {"xcit", visionTransformer},
    {"mixer", visionTransformer},
    {"fasterrcnn", dense},
    {"maskrcnn", dense},
    {"keypointrcnn", dense},
    {"retinanet", dense},
    {"ssd", dense},
    {"fcos", dense},
    {"deeplab", dense},
    {"fcn_", dense},
    {"lraspp", dense},
    {"raft", dense},
    {"r3d", video},
    {"mc3", video},
    {"r2plus1d", video},
    {"s3d", video},
    {"mvit", video},
    {"swin3d", video},
});

constexpr auto otherNames = std::to_array<KnownName>({
    {"transformers", "bert", encoder},
    {"transformers", "distilbert", encoder},
    {"transformers", "roberta", encoder},
    {"transformers", "xlm-roberta", encoder},
    {"transformers", "albert", encoder},
    {"transformers", "electra", encoder},
    {"transformers", "deberta", encoder},
    {"transformers", "mpnet", encoder},
    {"transformers", "camembert", encoder},
    {"transformers", "modernbert", encoder},
    {"transformers", "squeezebert", encoder},
    {"transformers", "mobilebert", encoder},
    {"transformers", "convbert", encoder},
    {"transformers", "funnel", encoder},
    {"transformers", "gpt", decoder},
    {"transformers", "opt", decoder},
    {"transformers", "bloom", decoder},
    {"transformers", "llama", decoder},
    {"transformers", "mistral", decoder},
    {"transformers", "mixtral", decoder},
    {"transformers", "qwen", decoder},
    {"transformers", "gemma", decoder},
    {"transformers", "phi", decoder},
    {"transformers", "falcon", decoder},
    {"transformers", "olmo", decoder},
    {"transformers", "stablelm", decoder},
    {"transformers", "codegen", decoder},
    {"transformers", "mamba", decoder},
    {"transformers", "t5", both},
    {"transformers", "mt5", both},
    {"transformers", "bart", both},
    {"transformers", "mbart", both},
    {"transformers", "pegasus", both},
    {"transformers", "marian", both},
    {"transformers", "m2m", both},
    {"transformers", "led", both},
    {"transformers", "vit", visionTransformer},
    {"transformers", "deit", visionTransformer},
    {"transformers", "beit", visionTransformer},
    {"transformers", "swin", visionTransformer},
    {"transformers", "dinov2", visionTransformer},
    {"transformers", "resnet", cnn},
    {"transformers", "convnext", cnn},
    {"transformers", "mobilenet", cnn},
    {"transformers", "regnet", cnn},
    {"transformers", "segformer", dense},
    {"transformers", "detr", dense},
    {"transformers", "clip", pairs},
    {"transformers", "siglip", pairs},
    {"transformers", "blip", pairs},
    {"transformers", "whisper", audio},
    {"transformers", "wav2vec2", audio},
    {"transformers", "hubert", audio},
    {"transformers", "speech", audio},
    {"builtin", "mlp", "mlp"},
    {"builtin", "transformer-block", encoder},
    {"builtin", "decode-step", decoder},
    {"builtin", "lstm", recurrent},
    {"builtin", "graph-network", "graph"},
    {"builtin", "unet-block", "unet"},
});

std::string inLowerCase(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
    return result;
}

/// A model and where it is from: "torchvision" and "resnet50".
struct NamedModel {
    std::string library;
    std::string name;
};

/// A JSON text of the arguments without its quotes; empty: there is none.
std::string argument(const Workload& workload, const char* key)
{
    const auto found = workload.arguments.find(key);
    if (found == workload.arguments.end() || found->second.size() < 2
        || found->second.front() != '"')
        return {};
    return found->second.substr(1, found->second.size() - 2);
}

NamedModel namedModel(const Workload& workload)
{
    const auto colon = workload.spec.find(':');
    if (colon == std::string::npos)
        return {};
    auto name = workload.spec.substr(colon + 1);
    name = name.substr(0, name.find(','));
    auto library = workload.spec.substr(0, colon);
    if (library == "timm" || library.starts_with("timm."))
        return {"timm", inLowerCase(argument(workload, "model_name"))};
    if (library == "builtin") // both spellings are one
        std::ranges::replace(name, '_', '-');
    // A name of a hub: its owner says nothing of the model.
    return {inLowerCase(library), inLowerCase(name.substr(name.rfind('/') + 1))};
}

ModelFamily longest(const NamedModel& model)
{
    std::string_view beginning;
    std::string_view family;
    const auto look = [&](std::string_view candidate, std::string_view of) {
        if (model.name.starts_with(candidate) && candidate.size() > beginning.size()) {
            beginning = candidate;
            family = of;
        }
    };
    if (model.library == "torchvision" || model.library == "timm")
        for (const auto& [candidate, of] : visionNames)
            look(candidate, of);
    for (const auto& known : otherNames)
        if (known.library == model.library)
            look(known.beginning, known.family);
    if (family.empty())
        return {};
    return {std::string(family), FamilySource::Name, std::string(beginning)};
}

bool runs(const std::vector<OperatorStat>& operators, std::string_view part)
{
    return std::ranges::any_of(operators,
        [&](const OperatorStat& each) { return each.name.find(part) != std::string::npos; });
}

/// What is said only of a network that is mostly this.
ModelFamily familyOf(const std::vector<OperatorStat>& operators)
{
    const bool attends = runs(operators, "scaled_dot_product") || runs(operators, "aten::softmax")
        || runs(operators, "aten::_softmax");
    if (runs(operators, "aten::lstm") || runs(operators, "aten::gru"))
        return {std::string(recurrent), FamilySource::Operators, "lstm"};
    if (attends && runs(operators, "aten::embedding"))
        return {"text_transformer", FamilySource::Operators, "embedding"};
    if (attends && runs(operators, "convolution"))
        return {std::string(visionTransformer), FamilySource::Operators, "attention"};
    if (runs(operators, "convolution"))
        return {std::string(cnn), FamilySource::Operators, "convolution"};
    if (attends)
        return {"text_transformer", FamilySource::Operators, "attention"};
    return {};
}

} // namespace

ModelFamily familyByName(const Plan& plan)
{
    if (!plan.suite.family.empty())
        return {plan.suite.family, FamilySource::Suite, plan.suite.suite};
    return longest(namedModel(plan.workload));
}

ModelFamily modelFamily(const ComparisonData& data)
{
    if (auto family = familyByName(data.plan); !family.key.empty())
        return family;
    for (const auto& process : data.processes)
        for (const auto& trace : process.traces)
            if (process.start.variant == 0)
                if (auto family = familyOf(trace.operators); !family.key.empty())
                    return family;
    return {};
}

} // namespace profiler
