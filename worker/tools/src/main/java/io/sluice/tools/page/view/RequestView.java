package io.sluice.tools.page.view;

import io.sluice.tools.page.markup.Element;
import io.sluice.tools.request.ApprovalVersion;
import io.sluice.tools.request.RequestQuestion;
import java.util.Locale;

/** Formats the question before a request: what follows, and what each choice writes. */
public final class RequestView {
  private final RequestQuestion question;

  private RequestView(RequestQuestion question) {
    this.question = question;
  }

  /** Returns the content of the dialog below its heading. */
  public static Element of(RequestQuestion question) {
    return new RequestView(question).element();
  }

  private Element element() {
    Element all = Element.of("div");
    if (!question.effect().isEmpty()) {
      all.add(Element.of("p", "class", "effect").text(question.effect()));
    }
    if (question.choices().size() > 1) {
      all.add(versions());
    }
    for (int i = 0; i < question.choices().size(); i++) {
      all.add(choice(question.choices().get(i), i));
    }
    return all;
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

  private Element choice(RequestQuestion.Choice choice, int number) {
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
