package io.sluice.tools.dashboard;

import io.sluice.tools.page.markup.Element;

/** Formats the form into which a person pastes a token of the hub. */
final class SignInForm {
  static final String TOKEN = "token";
  static final String NAMESPACES = "namespaces";

  private SignInForm() {}

  /**
   * Returns it.
   *
   * @param root where the dashboard is from the page
   * @param problem why the last token was not taken; empty for none
   */
  static Element of(String root, String problem) {
    Element form =
        Element.of("form", "class", "sign-in", "method", "post", "action", root + "sign-in");
    if (!problem.isEmpty()) {
      form.add(Element.of("p", "class", "refusal", "role", "alert").text(problem));
    }
    return form.add(
        Element.of("label", "for", TOKEN).text("Token of the hub"),
        Element.of(
                "input",
                "id",
                TOKEN,
                "name",
                TOKEN,
                "type",
                "password",
                "autocomplete",
                "off",
                "aria-describedby",
                "token-source")
            .flag("required", true),
        Element.of("p", "class", "quiet", "id", "token-source")
            .text(
                "That of your login, or of a ServiceAccount of yours. The dashboard acts with your"
                    + " rights, keeps the token in memory alone, and forgets it when you"
                    + " sign out."),
        Element.of("label", "for", NAMESPACES).text("Namespaces"),
        Element.of(
            "input",
            "id",
            NAMESPACES,
            "name",
            NAMESPACES,
            "type",
            "text",
            "placeholder",
            "all that you may read"),
        Element.of("button", "class", "primary").text("Sign in"));
  }
}
