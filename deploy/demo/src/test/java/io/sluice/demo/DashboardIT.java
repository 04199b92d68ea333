package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.connection.TemporalProfile;
import io.sluice.connection.TemporalSettings;
import io.sluice.devservers.SharedDevServers;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.LeaseSettings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.dashboard.DashboardServer;
import io.sluice.tools.dashboard.DashboardSettings;
import io.sluice.workflow.RolloutSettings;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows the examples' rollout in the dashboard, on real servers, and approves it there.
 *
 * <p>The tests follow one rollout in order: each starts from the state that the last one left.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(Patience.TEST)
class DashboardIT {
  private static final PolicyName BASELINE = new PolicyName("policies", "pod-security");
  private static final List<String> READ = List.of("get", "list", "watch");
  private static final Map<String, List<String>> VIEW =
      Map.of(
          "rollouts", READ,
          "policies", READ,
          "policysets", READ,
          "placements", READ,
          "placementrules", READ,
          "placementdecisions", READ,
          "placementbindings", READ,
          "events", READ);

  @TempDir static Path folder;

  private static final Deque<AutoCloseable> CLOSING = new ArrayDeque<>();
  private static RealDemoEnvironment demo;
  private static Chromium chromium;
  private static DashboardServer viewers;
  private static DashboardServer approvers;

  @BeforeAll
  static void open() {
    SharedDevServers.requirePrograms();
    Chromium.require();
    demo = new RealDemoEnvironment(folder, RolloutSettings.DEFAULTS);
    CLOSING.push(demo);
    chromium = Chromium.start();
    CLOSING.push(chromium);
    viewers = serve(demo.user("viewer", VIEW));
    Map<String, List<String>> rights = new java.util.HashMap<>(VIEW);
    rights.put("rollouts", List.of("get", "list", "watch", "patch"));
    approvers = serve(demo.user("ann", rights));
  }

  private static DashboardServer serve(KubernetesClient client) {
    DashboardServer server =
        DashboardServer.start(
            client,
            new DashboardSettings(
                0,
                List.of(),
                "default",
                LeaseSettings.NAMESPACE,
                "https://hub.example.com",
                HubName.DEFAULT,
                Optional.of(demo.ui() + "/namespaces/" + demo.namespace() + "/workflows"),
                Optional.of(temporal())));
    CLOSING.push(server);
    return server;
  }

  private static TemporalProfile temporal() {
    return TemporalProfile.of(
        new TemporalSettings(
            Optional.of(demo.temporal()),
            Optional.of(demo.namespace()),
            HubName.DEFAULT,
            Optional.empty(),
            Optional.empty(),
            new TemporalSettings.Tls(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            Optional.empty()),
        Map.of());
  }

  @AfterAll
  static void close() throws Exception {
    while (!CLOSING.isEmpty()) {
      CLOSING.pop().close();
    }
  }

  private static Page enter(DashboardServer server) {
    Page page = chromium.page();
    page.navigate(server.address());
    return page;
  }

  private static void show(Page page, PolicyName policy) {
    page.getByText(policy.name(), new Page.GetByTextOptions().setExact(false)).first().click();
    page.locator("#groups h3").first().waitFor();
  }

  private static void waitFor(Page page, String text) {
    page.getByText(text)
        .first()
        .waitFor(new Locator.WaitForOptions().setTimeout(Patience.MOST.toMillis()));
  }

  @Test
  @Order(1)
  void aRolloutIsFollowedFromItsStartUntilItWaitsForAPerson() {
    Page page = enter(viewers);
    show(page, demo.policy());

    waitFor(page, "Waiting for approval of group prod");

    assertThat(page.locator("#groups h3").allInnerTexts()).containsExactly("dev", "stage", "prod");
    assertThat(page.locator("#group-1 .count").innerText()).isEqualTo("10 of 10");
    assertThat(page.locator("#facts-temporal, .facts a").first().getAttribute("href"))
        .endsWith("/workflows/rollout%2Fhub%2Fpolicies%2Fweb-tls");
    Screenshots.take(page, "dashboard-rollout.png", 900);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    Screenshots.take(page, "dashboard-dark.png", 900);
    page.close();
  }

  @Test
  @Order(2)
  void aUserWithoutTheRightSeesWhatIsThereAndNoButton() {
    Page page = enter(viewers);
    show(page, demo.policy());
    waitFor(page, "You may look at this rollout, not change it");

    assertThat(page.locator("#group-2 .cells").isVisible()).isTrue();
    assertThat(page.locator("main button").count()).isZero();
    page.close();
  }

  @Test
  @Order(3)
  void aUserWithTheRightApprovesByTheKeyboardAloneAndSeesTheEnd() {
    Page page = enter(approvers);
    show(page, demo.policy());
    press(page, "Tab", "cells");
    page.keyboard().press("End");
    assertThat(page.locator(".tip b").innerText()).isEqualTo("dev-05");
    press(page, "Tab", "approve-2");
    page.keyboard().press("Enter");
    page.locator("dialog .writes").waitFor();
    assertThat(page.evaluate("document.activeElement.textContent")).isEqualTo("Cancel");
    page.keyboard().press("Tab");
    page.keyboard().press("Enter");

    waitFor(page, "Approved group prod of policy policies/web-tls.");
    page.locator("#group-2 .next")
        .waitFor(new Locator.WaitForOptions().setTimeout(Patience.MOST.toMillis()));
    assertThat(page.locator("#group-2 .next").innerText()).contains("prod-");
    page.evaluate("document.activeElement.blur()");
    Screenshots.take(page, "dashboard-next.png", 860);
    page.locator("#group-2 .cells").focus();
    assertThat(page.evaluate("document.activeElement !== document.body")).isEqualTo(true);
    page.locator(".badge.good")
        .waitFor(new Locator.WaitForOptions().setTimeout(Patience.MOST.toMillis()));
    await()
        .atMost(Patience.MOST)
        .until(() -> page.locator("#group-2 .count").innerText().equals("15 of 15"));
    assertThat(demo.board(demo.policy()).outcome()).hasValue("Succeeded");
    page.close();
  }

  /** Presses until the element with that id or class has the focus. */
  private static void press(Page page, String key, String wanted) {
    for (int i = 0; i < 40; i++) {
      page.keyboard().press(key);
      Object focus =
          page.evaluate("document.activeElement.id + ' ' + document.activeElement.className");
      if (List.of(String.valueOf(focus).split(" ")).contains(wanted)) {
        return;
      }
    }
    throw new AssertionError("the key " + key + " does not reach " + wanted);
  }

  @Test
  @Order(4)
  void aHaltComesFirstAfterWhatWaitsAndNamesItsClusters() {
    demo.behave(cluster -> cluster.startsWith("stage"), SpokeBehaviour.ORDINARY.silent());
    demo.play(
        BASELINE,
        "{type: progressivePerGroup, progressivePerGroup: {progressDeadline: 30s, maxFailures: 0}}");
    Page page = enter(viewers);

    waitFor(page, BASELINE.name());
    await()
        .atMost(Patience.MOST)
        .untilAsserted(
            () ->
                assertThat(page.locator("main").innerText())
                    .containsSubsequence("Halted", BASELINE.name()));
    show(page, BASELINE);

    assertThat(page.locator("#exceptions tbody tr").count()).isEqualTo(10);
    assertThat(page.locator("#exceptions tbody").innerText()).contains("stage-01", "TimeOut");
    assertThat(page.locator("#group-2 [data-act=approve]").count()).isZero();
    page.navigate(page.url().replaceAll("/rollouts/.*", "/"));
    Screenshots.take(page, "dashboard-list.png", 520);
    page.close();
  }

  @Test
  @Order(5)
  void theReportOfTheAttemptNeedsNoServer() {
    Path file = folder.resolve("report.html");
    CommandRun run =
        CommandRun.of(
            "report",
            demo.policy().name(),
            "-n",
            demo.policy().namespace(),
            "--kubeconfig",
            demo.kubeconfig().toString(),
            "--temporal",
            demo.temporal(),
            "--temporal-namespace",
            demo.namespace(),
            "--out",
            file.toString());
    assertThat(run).isEqualTo(new CommandRun(0, "Wrote " + file + ".\n", ""));
    Page page = chromium.page();
    page.navigate(file.toUri().toString());

    assertThat(page.locator("#course .course path.s-soaking").count()).isEqualTo(3);
    assertThat(page.locator("#course .legend").innerText()).contains("soaking");
    assertThat(page.locator("#course").innerText()).doesNotContain("Temporal");
    assertThat(page.locator("#timeline").innerText())
        .contains("Decision", "Group prod is approved");
    assertThat(page.locator("#approvals tbody").innerText()).contains("prod");
    page.locator("#group-0 .cells").hover();
    page.locator(".tip").waitFor();
    Screenshots.take(page, "report.png", 1000);
    page.close();
  }
}
