package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.sluice.process.Patience;
import io.sluice.tools.dashboard.DashboardServer;
import io.sluice.tools.dashboard.PageHub;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks in a real browser that pages fit narrow and wide screens, whatever names are on them. */
@Timeout(Patience.TEST)
class DashboardLayoutIT {
  private static final String LONG = "pod-security-baseline-restricted-for-all-workloads";

  private static final List<String> PATHS =
      List.of("/", "/rollouts/policies/policy-web-tls", "/rollouts/policies/policy-" + LONG);

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
    groups.put("production-worldwide-first-wave", 980);
    hub.fleet(groups);
    hub.policy("web-tls", "manualPerGroup");
    hub.rollout("web-tls", PageHub.waiting());
    hub.policy(LONG, "manualPerGroup");
    hub.rollout(LONG, PageHub.large());
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

  @ParameterizedTest
  @ValueSource(ints = {390, 700, 1280})
  void nothingIsHiddenAndNoWordIsBroken(int width) {
    for (String path : PATHS) {
      Page page = chromium.page();
      page.setViewportSize(width, 844);
      page.navigate(server.address());
      page.navigate("http://127.0.0.1:" + server.port() + path);
      page.locator(path.equals("/") ? ".rollout" : ".cells-svg path").first().waitFor();

      assertThat(page.evaluate("document.documentElement.scrollWidth"))
          .as("width of " + path)
          .isEqualTo(width);
      assertThat(page.evaluate(HIDDEN)).as("hidden on " + path).isEqualTo(List.of());
      assertThat(page.evaluate(BROKEN)).as("broken on " + path).isEqualTo(List.of());
      page.close();
    }
  }

  /** What begins or ends beyond the screen, or beyond what holds it. */
  private static final String HIDDEN =
      """
      [...document.querySelectorAll('main *')]
        .filter((e) => e.checkVisibility() && !e.closest('.hidden, thead, svg'))
        .filter((e) => {
          const box = e.getBoundingClientRect();
          return box.width > 0 && (box.left < 0 || box.right > innerWidth + 0.5
            || e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible');
        })
        .map((e) => e.outerHTML.slice(0, 120))
      """;

  /** Words whose letters are on two lines. */
  private static final String BROKEN =
      """
      (() => {
        const bad = new Set();
        const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
        for (let node; (node = walk.nextNode());) {
          if (!node.parentElement.checkVisibility() || node.parentElement.closest('.hidden, script')) continue;
          for (const word of node.data.matchAll(/[A-Za-z0-9]+/g)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            if (lines.size > 1) bad.add(word[0]);
          }
        }
        return [...bad];
      })()
      """;
}
