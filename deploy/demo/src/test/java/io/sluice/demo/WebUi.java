package io.sluice.demo;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.lifecycle.HubName;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Uses Temporal's Web UI as a user does, by what is on the page. Made for version 2.50. */
final class WebUi {
  private static final String CONFIGURATION =
      "[data-testid=workflows-summary-table-configuration-button]";

  private final Page page;
  private final String workflows;

  WebUi(Page page, URI address, String namespace) {
    this.page = page;
    this.workflows = address + "/namespaces/" + namespace + "/workflows";
  }

  Page page() {
    return page;
  }

  void openList() {
    page.navigate(workflows);
    visible(CONFIGURATION).waitFor();
  }

  /** Adds columns to the list and removes others; the browser remembers it. */
  void columns(List<String> added, List<String> removed) {
    visible(CONFIGURATION).click();
    added.forEach(column -> columnButton(column, "add"));
    removed.forEach(column -> columnButton(column, "remove"));
    visible("[data-testid=drawer-close-button]").click();
    page.locator("[data-testid=drawer-close-button]")
        .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN));
  }

  private void columnButton(String column, String verb) {
    visible("[data-testid='orderable-list-item-%s-%s-button']".formatted(column, verb)).click();
  }

  void collapseSavedViews() {
    visible("[aria-label='Collapse saved views']").click();
  }

  /** What the list shows in one row, cell by cell. */
  List<String> row(PolicyName policy) {
    return page
        .locator("tbody tr")
        .filter(new Locator.FilterOptions().setHasText(HubName.DEFAULT.workflowId(policy)))
        .first()
        .locator("td")
        .allInnerTexts()
        .stream()
        .map(String::strip)
        .toList();
  }

  List<String> headings() {
    return page.locator("thead th").allInnerTexts().stream().map(String::strip).toList();
  }

  /** Opens the page of the rollout's present run; it starts with the timeline. */
  void openRollout(PolicyName policy) {
    page.navigate(
        workflows
            + "/"
            + URLEncoder.encode(HubName.DEFAULT.workflowId(policy), StandardCharsets.UTF_8));
    page.waitForURL("**/timeline");
  }

  void tab(String name) {
    page.getByRole(AriaRole.TAB)
        .filter(new Locator.FilterOptions().setHasText(name))
        .first()
        .click();
  }

  /** Opens the form of an update, chosen by its name; returns its description in the form. */
  String startUpdate(String name) {
    visible("text=More Actions").click();
    visible("[data-testid=update-button]").click();
    visible("[data-testid=update-select-button]").click();
    // The description follows the name without a space; this is read as JavaScript.
    Pattern named = Pattern.compile("^\\s*" + name);
    Locator option =
        page.locator("[role=option]")
            .filter(new Locator.FilterOptions().setVisible(true).setHasText(named))
            .first();
    String description = option.innerText();
    option.click();
    return description;
  }

  /** Types what is to be sent; leaving the editor first, since that moves the button. */
  void enter(String json) {
    Locator editor = form().locator(".cm-content[contenteditable=true]").last();
    editor.click();
    page.keyboard().press("ControlOrMeta+a");
    page.keyboard().insertText(json);
    page.keyboard().press("Tab");
    editor.locator(".cm-line").nth(1).waitFor();
  }

  void submit() {
    form().locator("[data-testid=confirm-modal-button]").locator("visible=true").click();
  }

  Locator form() {
    return page.locator("dialog#update-confirmation-modal[open]");
  }

  Locator text(String text) {
    return page.getByText(text).locator("visible=true").first();
  }

  /** What is to be read on the page; Markdown stands in frames of its own. */
  String read() {
    return page.frames().stream()
        .filter(frame -> !frame.isDetached())
        .map(frame -> frame.locator("body").innerText())
        .collect(Collectors.joining("\n"));
  }

  private Locator visible(String selector) {
    return page.locator(selector).locator("visible=true").first();
  }
}
