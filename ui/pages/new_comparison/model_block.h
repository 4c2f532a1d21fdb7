// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft/plan_check.h"
#include "ui/pages/new_comparison/draft_panel.h"

#include <QTimer>

#include <vector>

class QLabel;
class QStackedWidget;

namespace ui {

class Choice;
class FlowLayout;
class StatusLabel;
class TabStrip;
class TextField;

/// What is measured: a built-in model, one of a library, a callable of a Python file, or an
/// exported program, with the arguments of its callable.
class ModelBlock : public DraftPanel {
    Q_OBJECT

public:
    explicit ModelBlock(const Theme& theme);

    void showDraft(const PlanDraft& draft) override;
    void store(PlanDraft& draft) const override;

    void setKnownModels(const KnownModels& models);

private:
    QWidget* createBuiltin();
    QWidget* createLibrary();
    QWidget* createFile();
    QWidget* createExported();
    void setSource(ModelSource source);
    void chooseFile(TextField* field, const QString& filter);
    void scanFile();
    void takeCallables(const ProgramAnswer& answer);
    void showArguments();
    [[nodiscard]] const KnownCallable* known() const;
    [[nodiscard]] std::vector<ArgumentDraft> arguments() const;
    void changeModel();

    const Theme& m_theme;
    ModelSource m_source = ModelSource::Builtin;
    KnownModels m_models;
    std::vector<KnownCallable> m_callables; ///< of the Python file
    std::vector<ArgumentDraft> m_arguments; ///< as they were before the fields were made
    QString m_wantedCallable; ///< until the file was scanned
    QString m_python;

    TabStrip* m_tabs;
    QStackedWidget* m_pages;
    Choice* m_builtin;
    QLabel* m_summary;
    TextField* m_library;
    TextField* m_file;
    Choice* m_callable;
    StatusLabel* m_scan;
    TextField* m_exported;
    QWidget* m_argumentBox;
    FlowLayout* m_argumentFlow;
    std::vector<TextField*> m_argumentFields;
    QStringList m_argumentNames;
    QTimer m_scanTimer;
    ProgramCall m_scanCall;
    bool m_showing = false;
};

} // namespace ui
