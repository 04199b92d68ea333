package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.sluice.process.Patience;
import io.sluice.tools.dashboard.DashboardServer;
import io.sluice.tools.dashboard.PageHub;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks the dashboard's pages in a real browser: access, escaping, updates, ten thousand cells.
 */
@Timeout(Patience.TEST)
class DashboardPagesIT {
  private static final Duration LARGE_PAGE = Duration.ofSeconds(5);
  private static final Duration LARGE_UPDATE = Duration.ofSeconds(4);
  private static final String LARGE =
      """
      attempt: 4
      rolloutUID: u4
      currentRolloutGeneration: 7
      phase: Progressing
      waitingFor: %s
      startedAt: "2026-01-05T10:00:00Z"
      runOpen: true
      counts: {clusters: 10000, toApply: 6000, progressing: 600, soaking: 0, succeeded: 3398, failed: 2}
      decisionGroups:
        - {placement: fleet, groupName: dev, groupIndex: 0, approved: true, counts: {clusters: 5, succeeded: 5}}
        - {placement: fleet, groupName: prod, groupIndex: 1, approved: false, counts: {clusters: 15, toApply: 15}}
        - {placement: fleet, groupName: edge, groupIndex: 2, approved: true, counts: {clusters: 9980, toApply: 5985, progressing: 600, succeeded: 3393, failed: 2}}
      """;

  private static PageHub hub;
  private static DashboardServer server;
  private static Chromium chromium;

  @BeforeAll
  static void open() {
    Chromium.require();
    hub = new PageHub();
    Map<String, Integer> groups = new LinkedHashMap<>();
    groups.put("dev", 5);
    groups.put("prod", 15);
    groups.put("edge", 9_980);
    hub.fleet(groups);
    hub.policy("web-tls", "manualPerGroup");
    hub.rollout("web-tls", PageHub.waiting());
    hub.policy("large", "progressivePerGroup");
    hub.rollout("large", LARGE.formatted("Waiting for 600 clusters."));
    server = hub.serve();
    chromium = Chromium.start();
  }

  @AfterAll
  static void close() {
    if (chromium != null) {
      chromium.close();
    }
    if (server != null) {
      server.close();
      hub.close();
    }
  }

  private static Page enter(String path) {
    Page page = chromium.page();
    page.navigate(server.address());
    page.navigate("http://127.0.0.1:" + server.port() + path);
    return page;
  }

  @Test
  void tenThousandClustersAreShownAndUpdated() {
    showAndUpdate();
  }

  /** A browser takes longer beside other work. */
  @Test
  @Tag("budget")
  void tenThousandClustersAreShownAndUpdatedInSeconds() {
    Figures figures = showAndUpdate();
    assertThat(figures.shown()).isLessThan(LARGE_PAGE);
    assertThat(figures.updated()).isLessThan(LARGE_UPDATE);
  }

  private record Figures(Duration shown, Duration updated) {}

  private static Figures showAndUpdate() {
    hub.change("large", LARGE.formatted("Waiting for 600 clusters."));
    Page page = enter("/");
    long begin = System.nanoTime();
    page.navigate("http://127.0.0.1:%d/rollouts/policies/policy-large".formatted(server.port()));
    page.locator("#group-2 .cells-svg path").first().waitFor();
    Duration shown = Duration.ofNanos(System.nanoTime() - begin);
    page.locator("#group-2 .cells").focus();
    page.keyboard().press("End");
    assertThat(page.locator(".tip b").innerText()).isEqualTo("edge-9980");

    begin = System.nanoTime();
    hub.change("large", LARGE.formatted("Waiting for the rest."));
    page.getByText("Waiting for the rest.").waitFor();
    Duration updated = Duration.ofNanos(System.nanoTime() - begin);

    System.out.printf("FIGURE 10,000 clusters: shown in %s, updated in %s%n", shown, updated);
    assertThat(page.locator("*").count()).as("elements").isLessThan(600);
    page.close();
    return new Figures(shown, updated);
  }

  @Test
  void anUpdateKeepsFocusScrollAndWhatIsOpen() {
    Page page = enter("/rollouts/policies/policy-web-tls");
    page.locator("#names-1 summary").click();
    page.locator("#group-1 .cells").focus();
    page.keyboard().press("ArrowRight");
    page.evaluate("scrollTo(0, 120)");
    Object scroll = page.evaluate("scrollY");

    hub.change("web-tls", PageHub.waiting().replace("group prod is not", "prod is still not"));
    page.getByText("prod is still not approved").waitFor();

    assertThat(page.evaluate("document.activeElement.getAttribute('aria-valuetext')"))
        .isEqualTo("prod-0002: to apply");
    assertThat(page.evaluate("document.getElementById('names-1').open")).isEqualTo(true);
    assertThat(page.evaluate("scrollY")).isEqualTo(scroll);
    page.close();
  }

  @Test
  void theVersionsOfAnApprovalAreChosenByTheKeyboardAndReadWithTheirEffect() {
    hub.policy("versions", "manualPerGroup");
    hub.version("versions", "v7");
    hub.rollout("versions", PageHub.waiting());
    hub.approvals(
        "versions",
        "{approvalsForVersion: v6, decisionGroups: [{groupName: dev, rolloutApproved: true}]}");
    Page page = enter("/rollouts/policies/policy-versions");
    page.locator("#approve-1").focus();
    page.keyboard().press("Enter");
    page.locator("dialog .writes").first().waitFor();

    assertThat(page.locator("dialog").getAttribute("aria-describedby"))
        .isEqualTo("request-question");
    assertThat(page.locator("#request-question").innerText())
        .containsSubsequence(
            "15 clusters may start then",
            "version v7 alone",
            "Approvals for version v6 are withdrawn: dev.",
            "approvalsForVersion: v7, before v6");
    Screenshots.take(page, "dashboard-approve.png", 760);
    page.keyboard().press("Shift+Tab");
    page.keyboard().press("ArrowDown");
    assertThat(page.locator("#request-question").innerText())
        .contains("It counts once the policy's version is v6")
        .doesNotContain("are withdrawn");
    page.keyboard().press("ArrowUp");
    page.keyboard().press("Tab");
    page.keyboard().press("Tab");
    page.keyboard().press("Enter");

    page.getByText("Approved group prod of policy policies/versions for version v7.").waitFor();
    page.close();
  }

  @Test
  void nothingThatComesFromTheHubRuns() {
    Page page = chromium.page();
    page.onDialog(
        dialog -> {
          throw new AssertionError(dialog.message());
        });
    page.onConsoleMessage(
        message -> assertThat(message.text()).doesNotContain("Content Security Policy"));
    page.navigate(server.address());
    page.navigate("http://127.0.0.1:%d/rollouts/policies/policy-web-tls".formatted(server.port()));

    page.getByText("<script>alert(1)</script> & \"quoted\"").first().waitFor();
    page.locator("#group-0 .cells").focus();
    page.keyboard().press("ArrowRight");
    page.keyboard().press("ArrowRight");
    assertThat(page.locator(".tip").innerText()).contains("<script>alert(1)</script>");
    page.close();
  }

  @Test
  void everyControlHasANameAndHeadingsAreInOrder() {
    for (String path : List.of("/", "/rollouts/policies/policy-web-tls")) {
      Page page = enter(path);
      assertThat(
              page.evaluate(
                  """
                  [...document.querySelectorAll('button, a, [tabindex="0"], summary, svg[role=img], dialog')]
                    .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim()
                      || e.getAttribute('aria-labelledby')))
                    .map((e) => e.outerHTML)
                  """))
          .as("controls without a name on " + path)
          .isEqualTo(List.of());
      assertThat(
              page.evaluate(
                  """
                  (() => {
                    const levels = [...document.querySelectorAll('main :is(h1,h2,h3)')]
                      .filter((e) => e.checkVisibility()).map((e) => Number(e.tagName[1]));
                    const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
                    return [levels[0] === 1, levels.filter((l) => l === 1).length === 1,
                      levels.every((l, i) => i === 0 || l - levels[i - 1] <= 1),
                      new Set(ids).size === ids.length,
                      document.querySelectorAll('main').length === 1,
                      document.documentElement.lang === 'en'];
                  })()
                  """))
          .as("order on " + path)
          .isEqualTo(List.of(true, true, true, true, true, true));
      page.close();
    }
  }

  @Test
  void textIsReadableInBothThemes() {
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      for (String path : List.of("/", "/rollouts/policies/policy-web-tls")) {
        Page page = enter(path);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        assertThat(
                page.evaluate(
                    """
                    (() => {
                      const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
                      const light = ([r, g, b]) => {
                        const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
                        return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
                      };
                      const behind = (e) => {
                        for (; e; e = e.parentElement) {
                          const c = rgb(getComputedStyle(e).backgroundColor);
                          if (c.length === 3 || c[3] === 1) return c;
                        }
                        return [255, 255, 255];
                      };
                      const bad = new Set();
                      for (const e of document.querySelectorAll('body *')) {
                        const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
                        if (!own || !e.checkVisibility() || e.closest('script, style')) continue;
                        const [a, b] = [light(rgb(getComputedStyle(e).color)), light(behind(e))];
                        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                        if (contrast < 4.5) bad.add(e.className + ' ' + e.textContent + ' ' + contrast);
                      }
                      return [...bad];
                    })()
                    """))
            .as(scheme + " " + path)
            .isEqualTo(List.of());
        page.close();
      }
    }
  }

  @Test
  void aHubThatIsAwayIsSaidAndWhatWasSeenStays() {
    try (PageHub away = new PageHub()) {
      away.fleet(Map.of("dev", 5));
      away.policy("web-tls", "manualPerGroup");
      away.rollout("web-tls", PageHub.waiting());
      try (DashboardServer own = away.serve()) {
        Page page = chromium.page();
        page.navigate(own.address());
        page.getByText("web-tls").first().waitFor();

        away.hub().stop();

        page.getByText("The hub does not answer, so what is shown may be old").waitFor();
        assertThat(page.locator("main").innerText())
            .contains("Waiting for approval of group prod.");
        away.hub().restart();
        await().atMost(Patience.MOST).until(() -> !page.locator("#stale").isVisible());
        page.close();
      }
    }
  }
}
