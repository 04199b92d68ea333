package io.sluice.tools.page.view;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.request.ApprovalQuestion;
import io.sluice.tools.request.ApprovalVersion;
import java.util.List;
import java.util.Locale;

/** Formats the question before an approval: what would start, and what each choice writes. */
public final class ApprovalView {
  private final ApprovalQuestion question;

  private ApprovalView(ApprovalQuestion question) {
    this.question = question;
  }

  /** Returns the content of the dialog below its heading. */
  public static Element of(ApprovalQuestion question) {
    return new ApprovalView(question).element();
  }

  private Element element() {
    Element all = Element.of("div");
    all.add(Element.of("p", "class", "effect").text(effect(question.groups())));
    if (question.choices().size() > 1) {
      all.add(versions());
    }
    for (int i = 0; i < question.choices().size(); i++) {
      all.add(choice(question.choices().get(i), i));
    }
    return all;
  }

  /** Formats what an approval would let happen: {@code 15 clusters may start then: ...}. */
  static String effect(List<RolloutStatus.Group> groups) {
    long clusters = groups.stream().mapToLong(group -> group.counts().toApply()).sum();
    String start =
        (clusters == 1 ? "1 cluster may start then" : clusters + " clusters may start then")
            + (groups.size() > 1 ? ", in %d groups of that name".formatted(groups.size()) : "");
    boolean informed =
        groups.stream().anyMatch(group -> group.inform() != null && group.inform().clusters() > 0);
    if (!informed) {
      return start + ". What it would change on them is not known: none has the version as inform.";
    }
    return start
        + ": "
        + String.join(
            "; ",
            groups.stream()
                .filter(group -> group.inform() != null && group.inform().clusters() > 0)
                .map(group -> group.inform().text())
                .toList())
        + ".";
  }

  /** A person without a mouse changes it by the arrow keys. */
  private Element versions() {
    Element choices = Element.of("fieldset", "class", "versions");
    choices.add(Element.of("legend").text("The approval holds for"));
    for (int i = 0; i < question.choices().size(); i++) {
      ApprovalVersion versions = question.choices().get(i).versions();
      choices.add(
          Element.of("label")
              .add(
                  Element.of("input", "type", "radio", "name", "versions", "value", value(versions))
                      .flag("checked", i == 0))
              .text(
                  versions == ApprovalVersion.ANY
                      ? "every version"
                      : "version %s alone".formatted(question.version().orElseThrow())));
    }
    return choices;
  }

  private Element choice(ApprovalQuestion.Choice choice, int number) {
    Element shown =
        Element.of("div", "data-choice", value(choice.versions())).flag("hidden", number > 0);
    choice.notes().forEach(note -> shown.add(Element.of("p", "class", "note").text(note)));
    if (choice.writes().isEmpty()) {
      return shown.add(Element.of("p", "class", "quiet").text("Nothing would be written."));
    }
    Element list = Element.of("ul", "class", "writes");
    choice.writes().forEach(line -> list.add(Element.of("li").add(code(line))));
    return shown.add(
        Element.of("p", "class", "quiet")
            .text("It writes into the spec of Rollout %s:".formatted(question.rollout())),
        list);
  }

  private static Element code(String line) {
    return Element.of("code").text(line);
  }

  private static String value(ApprovalVersion versions) {
    return versions.name().toLowerCase(Locale.ROOT);
  }
}
