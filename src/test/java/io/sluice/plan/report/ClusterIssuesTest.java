package io.sluice.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.PlannerFixture;
import io.sluice.policy.BindingName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Report;
import io.sluice.rollout.RootView;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compares the message of each reason, for started clusters and for those that wait. */
class ClusterIssuesTest {
  /** Whether that binding is restricted makes no difference. */
  private static final String FOREIGN = "Another binding enforces the policy on this cluster.";

  private static final String UNKNOWN =
      "Its replica was edited, and carries neither a known version nor a readable dispatch. It"
          + " stays as it is until its turn, or until no run is open.";
  private static final String LEAVING = "No placement selects the cluster any more.";

  private final PlannerFixture scene =
      PlannerFixture.three(PlannerFixture.perGroup().withMaxFailures(Amount.count(1))).settle();

  private static PlannerFixture in(PendingMode mode) {
    Strategy strategy = PlannerFixture.perGroup();
    return new PlannerFixture(PlannerFixture.spec(strategy).in(mode, false))
        .group("dev", "d1", "d2")
        .group("stage", "s1");
  }

  private static void isListed(
      PlannerFixture scene, String cluster, IssueReason reason, String message) {
    ClusterIssue issue = scene.settle().exception(cluster).orElseThrow();
    assertThat(issue.reason()).isEqualTo(reason);
    assertThat(issue.message()).isEqualTo(message);
  }

  private PlannerFixture unreachable(String cluster) {
    long at = scene.now().toEpochMilli();
    return scene.report(new Report(cluster, 7, "content-2", Verdict.SILENT, false, true, at));
  }

  @Test
  void aPendingClusterOfAForeignOverride() {
    isListed(in(PendingMode.BESIDE).foreign("s1"), "s1", IssueReason.FOREIGN_OVERRIDE, FOREIGN);
  }

  @Test
  void aPendingClusterThatLeaves() {
    isListed(scene.group("prod", "p2").leaving("p1"), "p1", IssueReason.REMOVAL_PENDING, LEAVING);
  }

  @Test
  void aPendingClusterThatCannotBeWritten() {
    isListed(
        in(PendingMode.INFORM).refusing("s1"),
        "s1",
        IssueReason.CANNOT_WRITE,
        "admission webhook said no");
  }

  @Test
  void aPendingClusterWhoseReplicaNothingExplains() {
    isListed(scene.unknownContent("s1", "d1"), "s1", IssueReason.UNKNOWN_CONTENT, UNKNOWN);
    assertThat(scene.exception("d1")).as("in flight: its write is on the way").isEmpty();
  }

  @Test
  void aClusterThatUndoesRepairsWhateverItsStage() {
    scene.repairUndone("s1", "d1");
    isListed(scene, "s1", IssueReason.REPAIR_UNDONE, ClusterIssue.REPAIR_UNDONE);
    isListed(scene, "d1", IssueReason.REPAIR_UNDONE, ClusterIssue.REPAIR_UNDONE);
  }

  @Test
  void aStartedClusterOfAForeignOverride() {
    isListed(in(PendingMode.BESIDE).foreign("d1"), "d1", IssueReason.FOREIGN_OVERRIDE, FOREIGN);
  }

  @Test
  void aStartedClusterThatLeaves() {
    isListed(scene.group("dev", "d1").leaving("d2"), "d2", IssueReason.REMOVAL_PENDING, LEAVING);
  }

  @Test
  void aStartedClusterThatCannotBeWritten() {
    isListed(
        PlannerFixture.three(PlannerFixture.perGroup()).refusing("d1"),
        "d1",
        IssueReason.CANNOT_WRITE,
        "admission webhook said no");
  }

  /** Its ticket stays, and its deadline has not begun. */
  @Test
  void aTicketThatThePropagatorDoesNotUse() {
    PlannerFixture away =
        PlannerFixture.three(PlannerFixture.perGroup()).keeping(4).hubIsSlow().step();
    assertThat(away.exception("d1")).isEmpty();
    isListed(
        away.minutes(1),
        "d1",
        IssueReason.PROPAGATOR_AWAY,
        "OCM's propagator has not written its replica within 30 s of its ticket. The ticket stays"
            + " until it is used; the deadline begins with that.");
  }

  @Test
  void failures() {
    scene.negative("d1").settle().minutes(10);
    isListed(
        scene,
        "d1",
        IssueReason.FAILED,
        "Within the 10m of its deadline it reported that it does not comply with this version.");
    isListed(
        scene,
        "d2",
        IssueReason.TIME_OUT,
        "Within the 10m of its deadline it reported nothing on this version.");
  }

  @Test
  void aFailureOfAClusterWithAWrongClockNamesIt() {
    scene.positive("d1").report(scene.predated("d2")).settle().minutes(10);
    isListed(
        scene,
        "d2",
        IssueReason.TIME_OUT,
        "Within the 10m of its deadline it reported nothing on this version."
            + " Its reports are dated before the dispatch: check the clock of cluster d2.");
  }

  @Test
  void aClockThatIsRightAgainIsNotNamed() {
    scene.report(scene.predated("d2")).settle().minutes(1).negative("d2").settle().minutes(9);
    isListed(
        scene,
        "d2",
        IssueReason.FAILED,
        "Within the 10m of its deadline it reported that it does not comply with this version.");
  }

  @Test
  void aRegression() {
    scene.positive("d1", "d2").settle().after(PlannerFixture.FLOOR).settle();
    isListed(
        scene.negative("d1"),
        "d1",
        IssueReason.REGRESSED,
        "Not compliant any more, after its soak was over.");
  }

  @Test
  void ofATemplateTheyNameItsHealth() {
    PlannerFixture template =
        new PlannerFixture(
                PlannerFixture.spec(
                    BindingName.of("shop", "web-deployment", "sluice-system"),
                    PlannerFixture.perGroup().withMaxFailures(Amount.count(1))))
            .group("canary", "m1", "m2")
            .settle();
    template.positive("m1").negative("m2").settle().minutes(10);
    isListed(
        template,
        "m2",
        IssueReason.FAILED,
        "Within the 10m of its deadline it reported that it is not healthy with this version.");
    isListed(
        template.positive("m2"),
        "m2",
        IssueReason.RECOVERED_LATE,
        "Healthy, but after its deadline.");
    isListed(
        template.negative("m1"),
        "m1",
        IssueReason.REGRESSED,
        "Not healthy any more, after its soak was over.");
  }

  @Test
  void aLateRecovery() {
    scene.positive("d1").settle().minutes(10).settle();
    isListed(
        scene.positive("d2"),
        "d2",
        IssueReason.RECOVERED_LATE,
        "Compliant, but after its deadline.");
  }

  @Test
  void anUnreachableClusterInFlight() {
    isListed(
        unreachable("d1"),
        "d1",
        IssueReason.UNREACHABLE,
        "The cluster is not available, so its status is frozen.");
  }

  @Test
  void anUnreachableClusterThatIsFinal() {
    scene.positive("d1", "d2").settle().after(PlannerFixture.FLOOR).settle();
    isListed(unreachable("d1"), "d1", IssueReason.UNREACHABLE, "The cluster is not available.");
  }

  @Test
  void anIgnoredCluster() {
    isListed(
        scene.ignored("d1"),
        "d1",
        IssueReason.IGNORED,
        "Its status is ignored, as the strategy asks.");
  }

  @Test
  void aChangeUnderAnEnforcedCluster() {
    PlannerFixture beside = in(PendingMode.BESIDE).under(1).settle();
    PolicyVersion edited = new PolicyVersion("policy-uid", 3, "content-3");
    beside.root(
        Optional.of(new RootView(edited, false, false, true, "strategy", Optional.empty())));
    ClusterIssue issue = beside.step().exception("d1").orElseThrow();
    assertThat(issue.reason()).isEqualTo(IssueReason.UNSTAGED_CHANGE);
    assertThat(issue.message())
        .isEqualTo(
            "It was enforced when the policy changed, so it got the change before its turn.");
  }
}
