// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/code_block.h"

#include <gtest/gtest.h>

namespace ui {
namespace {

TEST(CodeLine, ShowsSeveralLinesAsOne)
{
    EXPECT_EQ(inOneLine(u"model = torch.compile(model)"_qs), u"model = torch.compile(model)"_qs);
    EXPECT_EQ(inOneLine(u"os.environ[\"A\"] = \"1\"  # before torch is imported\n"
                        u"model = torch.compile(model)"_qs),
        u"os.environ[\"A\"] = \"1\"; model = torch.compile(model)"_qs);
    EXPECT_EQ(inOneLine(u"for name, module in model.named_modules():\n    if name:\n"
                        u"        module.compile()"_qs),
        u"for name, module in model.named_modules(): if name: module.compile()"_qs);
    EXPECT_EQ(inOneLine(u"x = \"a  # b\""_qs), u"x = \"a  # b\""_qs);
}

} // namespace
} // namespace ui
