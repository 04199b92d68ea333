package io.sluice.tools.dashboard;

import io.sluice.hub.client.HubObjects;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.LinkSettings;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.markup.HtmlDocument;
import io.sluice.tools.page.markup.PackagedText;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.view.PageData;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Formats the pages around the sections: heading, banner, the question before a request. */
final class DashboardPages {
  private static final PackagedText STYLE = PackagedText.read("page.css");
  private static final List<PackagedText> SCRIPTS =
      List.of(PackagedText.read("cells.js"), PackagedText.read("live.js"));

  private static final String FRAMES = "; frame-ancestors 'none'";
  private static final String LIST = "/api/rollouts";

  /**
   * From the list to itself, and from a rollout to the list: a proxy may have put a path before.
   */
  private static final String HERE = "./";

  private static final String UP = "../../";

  private final String hub;
  private final String guard;
  private final Optional<String> person;

  /**
   * Prepares them.
   *
   * @param guard what requests that write carry
   * @param person who has signed in, and may sign out; empty where nobody does
   */
  DashboardPages(String hub, String guard, Optional<String> person) {
    this.hub = hub;
    this.guard = guard;
    this.person = person;
  }

  /** Holds a page, and the policy that its answer carries. */
  record Page(String html, String policy) {}

  /** Formats the list; its script asks again with the same query. */
  Page list(String query, List<Element> sections) {
    return page("Rollouts", LIST + (query == null ? "" : "?" + query), HERE, sections, List.of());
  }

  Page rollout(RolloutName name, List<Element> sections, PageData data) {
    return page(
        name.title(),
        ApiPaths.of(name),
        UP,
        sections,
        List.of(question(), Element.data("data", HubObjects.json(data.tree()))));
  }

  private Page page(
      String title, String source, String root, List<Element> sections, List<Element> more) {
    HtmlDocument document =
        new HtmlDocument(title + " · Sluice", List.of(STYLE), SCRIPTS, true, person.isPresent());
    List<Element> body = new ArrayList<>();
    body.add(
        Element.of("header", "class", "top")
            .add(
                Element.of("a", "class", "brand", "href", root)
                    .text(root.equals(HERE) ? "Sluice" : "‹ All rollouts"),
                Element.of("span", "class", "hub").text(hub))
            .add(person.map(name -> signOut(name, root))));
    body.add(
        Element.of("div", "id", "stale", "class", "stale", "role", "status")
            .flag("hidden", true)
            .add(Element.of("p")));
    body.add(Element.of("main").add(sections));
    body.addAll(more);
    body.add(Element.of("div", "id", "done", "class", "done", "role", "status"));
    return new Page(
        document.html(
            Map.of("sluice-source", source, "sluice-root", root, "sluice-guard", guard), body),
        document.policy() + FRAMES);
  }

  private Element signOut(String name, String root) {
    return Element.of("form", "class", "person", "method", "post", "action", root + "sign-out")
        .add(
            Element.of("span").text(name),
            Element.of("input", "type", "hidden", "name", "guard", "value", guard),
            Element.of("button", "class", "small").text("Sign out"));
  }

  private static Element question() {
    return Element.of(
            "dialog",
            "id",
            "request",
            "aria-labelledby",
            "request-title",
            "aria-describedby",
            "request-question")
        .add(
            Element.of("h2", "id", "request-title"),
            Element.of("div", "class", "question", "id", "request-question", "role", "status"),
            Element.of("p", "class", "refusal", "role", "alert").flag("hidden", true),
            Element.of("div", "class", "buttons")
                .add(
                    Element.of("button", "type", "button", "class", "cancel").text("Cancel"),
                    Element.of("button", "type", "button", "class", "primary").text("Approve")));
  }

  /** Returns the page for a request that is refused. */
  static Page refusal(String message) {
    return small(Element.of("p", "class", "waiting").text(message));
  }

  /** Returns the page from which a browser that was let in goes on to the rollouts. */
  static Page entry() {
    return small(Element.of("p").add(Element.of("a", "href", HERE).text("All rollouts")));
  }

  /**
   * Returns the page on which a person signs in.
   *
   * @param path of the page that was asked for
   * @param problem why a token was not taken; empty for none
   */
  static Page signIn(String path, String problem) {
    return small(SignInForm.of(path.equals("/") ? HERE : UP, problem), true);
  }

  private static Page small(Element content) {
    return small(content, false);
  }

  private static Page small(Element content, boolean submits) {
    HtmlDocument document = new HtmlDocument("Sluice", List.of(STYLE), List.of(), false, submits);
    return new Page(
        document.html(
            Map.of(), List.of(Element.of("main").add(Element.of("h1").text("Sluice"), content))),
        document.policy() + FRAMES);
  }

  /** Returns where Temporal's Web UI shows the runs of a rollout. */
  static Optional<String> temporal(Optional<String> ui, HubName hub, RolloutName name) {
    LinkSettings links = new LinkSettings(Optional.empty(), ui.map(URI::create));
    return name.target().flatMap(target -> links.temporal(hub, target)).map(URI::toString);
  }
}
