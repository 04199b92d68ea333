package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.PlaywrightException;
import io.sluice.devservers.SharedDevServers;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.workflow.RolloutSettings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Looks at the examples' rollout through Temporal's Web UI and approves it there.
 *
 * <p>The tests follow one rollout in order: each starts from the state that the last one left.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(Patience.TEST)
class WebUiIT {
  private static final PolicyName BASELINE = new PolicyName("policies", "pod-security");
  private static final List<String> ADDED =
      List.of("SluicePolicy", "SluicePhase", "SluiceOutcome", "SluiceWaitingFor");

  @TempDir static Path folder;

  private static RealDemoEnvironment demo;
  private static Chromium chromium;
  private static WebUi ui;

  @BeforeAll
  static void playUntilAnApprovalIsNeeded() {
    SharedDevServers.requirePrograms();
    Chromium.require();
    demo = new RealDemoEnvironment(folder, RolloutSettings.DEFAULTS.withMessageApprovals(true));
    chromium = Chromium.start();
    ui = new WebUi(chromium.page(), demo.ui(), demo.namespace());
    await().atMost(Patience.MOST).until(() -> demo.board(demo.policy()).waitsForApproval());
  }

  @AfterAll
  static void close() {
    if (chromium != null) {
      chromium.close();
    }
    if (demo != null) {
      demo.close();
    }
  }

  @Test
  @Order(1)
  void theTimelineShowsWhatEachTimerAndActivityIsFor() {
    ui.openRollout(demo.policy());
    reads(
        "claim Rollout policy-web-tls",
        "observe policy policies/web-tls",
        "write 5 clusters of dev: ",
        "write 10 clusters of stage: ",
        "Progressing: compliance of dev",
        "soak of stage until ",
        "WaitingForApproval: approval of prod");
    assertThat(ui.read())
        .containsPattern("soak of dev until \\d\\d:\\d\\d:\\d\\dZ")
        .containsPattern("soak of stage until \\d\\d:\\d\\d:\\d\\dZ");
    Screenshots.take(ui.page(), "rollout.png", 1530);
  }

  @Test
  @Order(2)
  void theDetailsShowOneLineAGroup() {
    ui.openRollout(demo.policy());
    ui.tab("User Metadata");
    reads(
        "policies/web-tls: generation 1, attempt 1",
        "WaitingForApproval, generation 1, attempt 1",
        "Waiting for approval of group prod (15 clusters). Set rolloutApproved to true",
        "dev done: 5 of 5 succeeded",
        "stage done: 10 of 10 succeeded",
        "prod waits for approval: 0 of 15 succeeded",
        "sluice approve web-tls <group> -n policies");
    assertThat(ui.read()).as("Markdown is rendered").doesNotContain("**");
    Screenshots.take(ui.page(), "details.png", 900);
  }

  @Test
  @Order(3)
  void theListShowsPolicyPhaseOutcomeAndWhatIsWaitedFor() {
    demo.play(BASELINE, "{type: progressivePerGroup}");
    await().atMost(Patience.MOST).until(() -> demo.board(BASELINE).outcome().isPresent());

    ui.openList();
    ui.columns(ADDED, List.of("Run ID", "Type", "Start", "End"));
    ui.collapseSavedViews();
    await()
        .atMost(Patience.MOST)
        .ignoreExceptionsInstanceOf(PlaywrightException.class)
        .until(
            () -> {
              ui.page().reload();
              ui.text("Succeeded").waitFor(new Locator.WaitForOptions().setTimeout(5_000));
              return true;
            });

    assertThat(ui.headings())
        .containsSubsequence(
            "Status",
            "Workflow ID",
            "SluicePolicy",
            "SluicePhase",
            "SluiceOutcome",
            "SluiceWaitingFor");
    assertThat(ui.row(demo.policy()))
        .containsSubsequence(
            "Running",
            "rollout/hub/policies/web-tls",
            "web-tls",
            "WaitingForApproval",
            "",
            "approval of prod");
    assertThat(ui.row(BASELINE))
        .containsSubsequence(
            "Completed",
            "rollout/hub/policies/pod-security",
            "pod-security",
            "Done",
            "Succeeded",
            "");
    Screenshots.take(ui.page(), "list.png", 420);
  }

  @Test
  @Order(4)
  void theRefusalOfAnUnknownGroupBeginsWithItsReason() {
    ui.openRollout(demo.policy());
    String description = ui.startUpdate("approve");
    ui.enter("{\"group\":\"qa\",\"by\":\"ann\"}");
    ui.submit();
    String reason =
        "Cannot approve group qa of policy policies/web-tls: no such group."
            + " Groups are dev, stage, prod and ungrouped.";
    ui.text(reason).waitFor();

    assertThat(description).endsWith("Example: {\"group\":\"prod\",\"by\":\"your name\"}");
    String answer = ui.form().innerText();
    assertThat(answer.substring(answer.indexOf("supported)") + "supported)".length()).strip())
        .startsWith(reason);
    assertThat(demo.board(demo.policy()).waitsForApproval()).isTrue();
  }

  @Test
  @Order(5)
  void anApprovalFromTheFormLetsTheRolloutGoOn() {
    ui.openRollout(demo.policy());
    ui.startUpdate("approve");
    ui.enter("{\"group\":\"prod\",\"by\":\"ann\"}");
    Screenshots.take(ui.page(), "update.png", 820);
    ui.submit();
    await().atMost(Patience.MOST).until(() -> !ui.form().isVisible());
    await().atMost(Patience.MOST).until(() -> demo.board(demo.policy()).outcome().isPresent());

    ui.openRollout(demo.policy());
    ui.text("Completed").waitFor();
    reads("approve", "write 15 clusters of prod: ");
    ui.tab("User Metadata");
    reads("prod done: 15 of 15 succeeded", "Succeeded, generation 1, attempt 1");
    ui.openList();
    await()
        .atMost(Patience.MOST)
        .ignoreExceptionsInstanceOf(PlaywrightException.class)
        .untilAsserted(
            () ->
                assertThat(ui.row(demo.policy()))
                    .containsSubsequence("Completed", "Done", "Succeeded", ""));
    assertThat(demo.board(demo.policy()).approvals())
        .anySatisfy(
            approval -> {
              assertThat(approval.groupName()).isEqualTo("prod");
              assertThat(approval.by()).isEqualTo("unverified:ann");
            });
  }

  /** The page may be replaced while it is read: then it is read again. */
  private static void reads(String... texts) {
    await()
        .atMost(Patience.MOST)
        .ignoreExceptionsInstanceOf(PlaywrightException.class)
        .untilAsserted(() -> assertThat(ui.read()).contains(texts));
  }
}
