package io.sluice.plan.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.check.CheckKey;
import io.sluice.check.CheckOverride;
import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import io.sluice.check.CheckRule;
import io.sluice.check.CheckView;
import io.sluice.check.DueCheck;
import io.sluice.check.FailureEffect;
import io.sluice.hold.GroupHold;
import io.sluice.hold.HoldKind;
import io.sluice.plan.PlannerFixture;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Holds groups by evidence from elsewhere, and halts on it (between-waves 3). */
class CheckHoldTest {
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private static CheckRule rule(Optional<List<String>> before, String... during) {
    return rule("budget", before, during);
  }

  private static CheckRule rule(String name, Optional<List<String>> before, String... during) {
    return new CheckRule(
        name,
        before,
        List.of(during),
        INTERVAL,
        Duration.ofSeconds(10),
        2,
        Optional.empty(),
        FailureEffect.HOLD,
        List.of(),
        "h1");
  }

  private static CheckRule before(String... groups) {
    return rule(Optional.of(List.of(groups)));
  }

  private static CheckRule during(String group) {
    return rule(Optional.of(List.of()), group);
  }

  private static CheckRule with(CheckRule rule, FailureEffect effect, Duration giveUpAfter) {
    return new CheckRule(
        rule.name(),
        rule.before(),
        rule.during(),
        rule.interval(),
        rule.timeout(),
        rule.failureLimit(),
        Optional.ofNullable(giveUpAfter),
        effect,
        rule.overrides(),
        rule.hash());
  }

  private static CheckReply reply(CheckResult result) {
    return new CheckReply(result, "rate is 7", "b0d7");
  }

  private static PlannerFixture three(CheckRule... rules) {
    return PlannerFixture.three(PlannerFixture.perGroup()).checked(rules).step();
  }

  /** Answers everything that the last step asked, and takes a step. */
  private static PlannerFixture answered(PlannerFixture fleet, CheckResult result) {
    assertThat(fleet.questions()).isNotEmpty();
    fleet.questions().forEach(asked -> fleet.answer(asked.key(), reply(result)));
    return fleet.step();
  }

  private static GroupHold hold(PlannerFixture fleet, String group) {
    return fleet.progress().groups().stream()
        .filter(known -> known.label().equals(group))
        .flatMap(known -> known.hold().stream())
        .findFirst()
        .orElseThrow();
  }

  private static List<String> asked(PlannerFixture fleet) {
    return fleet.questions().stream()
        .map(DueCheck::key)
        .map(key -> "%s %s %s".formatted(key.check(), key.stage().label(), key.group().label()))
        .toList();
  }

  /** Has the first group succeed, and soak to its end. */
  private static PlannerFixture devDone(PlannerFixture fleet) {
    return fleet.positive("d1", "d2").step().minutes(5).positive("d1", "d2").step();
  }

  @Test
  void aGroupIsAskedForWhenNothingElseHoldsItAndStartsOnceItPasses() {
    PlannerFixture fleet = three(before("stage"));
    assertThat(fleet.written()).containsExactly("d1", "d2");
    assertThat(fleet.questions()).isEmpty();

    devDone(fleet);
    assertThat(asked(fleet)).containsExactly("budget before stage");
    assertThat(fleet.written()).containsExactly("d1", "d2");
    assertThat(fleet.progress().phase()).isEqualTo(Phase.PROGRESSING);
    assertThat(fleet.progress().waitingFor())
        .isEqualTo("Waiting for check budget before group stage: it has not been answered yet.");
    assertThat(fleet.progress().waitSummary()).isEqualTo("the checks of stage");
    assertThat(hold(fleet, "stage").kind()).isEqualTo(HoldKind.CHECK);
    assertThat(hold(fleet, "prod").kind()).isEqualTo(HoldKind.ORDER);

    answered(fleet, CheckResult.PASSED);
    assertThat(fleet.written()).containsExactly("d1", "d2", "s1", "s2");
    assertThat(fleet.questions()).as("not for its later clusters").isEmpty();
    assertThat(fleet.progress().checks())
        .extracting(CheckView::check, CheckView::group, CheckView::result, CheckView::failed)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("budget", "stage", CheckResult.PASSED, false));
  }

  @Test
  void withoutGroupsItIsAskedBeforeAllButTheOneThatCameFirst() {
    PlannerFixture fleet = three(rule(Optional.empty()));
    assertThat(fleet.written()).containsExactly("d1", "d2");

    devDone(fleet).left("d1", "d2").group("dev").minutes(2).step();
    assertThat(fleet.progress().groups().get(0).label()).isEqualTo("stage");
    assertThat(asked(fleet)).as("the group that is first now").contains("budget before stage");
    assertThat(fleet.written()).containsExactly("d1", "d2");
  }

  @Test
  void noAnswerIsNeitherAPassNorAFailure() {
    PlannerFixture fleet = devDone(three(before("stage")));
    for (int i = 0; i < 5; i++) {
      answered(fleet, CheckResult.WAIT);
      assertThat(fleet.questions()).as("asked again at once").isEmpty();
      assertThat(fleet.last().wakeAt()).contains(fleet.now().plus(INTERVAL));
      fleet.after(INTERVAL).step();
    }
    assertThat(fleet.written()).containsExactly("d1", "d2");
    assertThat(fleet.progress().waitingFor())
        .startsWith(
            "Waiting for check budget before group stage: no answer says whether it passes (last"
                + " answer: rate is 7).");
  }

  @Test
  void itHasFailedAfterItsLimitAndCanPassLater() {
    PlannerFixture fleet = answered(devDone(three(before("stage"))), CheckResult.FAILED);
    assertThat(hold(fleet, "stage").message()).contains("1 of 2 failed answers");

    fleet.after(INTERVAL).step();
    answered(fleet, CheckResult.FAILED);
    assertThat(fleet.progress().waitingFor()).contains("it has failed (rate is 7)");
    assertThat(fleet.progress().checks().get(0).failed()).isTrue();
    assertThat(fleet.state().breach()).isEmpty();

    fleet.after(INTERVAL).step();
    answered(fleet, CheckResult.PASSED);
    assertThat(fleet.written()).contains("s1", "s2");
  }

  @Test
  void aPassThatIsTooOldIsNone() {
    PlannerFixture fleet = devDone(three(before("stage")));
    CheckKey key = fleet.questions().get(0).key();
    fleet.answer(key, reply(CheckResult.PASSED)).paused(true).step();

    fleet.minutes(2).after(Duration.ofMillis(1)).paused(false).step();
    assertThat(fleet.written()).containsExactly("d1", "d2");
    assertThat(asked(fleet)).containsExactly("budget before stage");
  }

  @Test
  void theRunWakesWhenAPassIsTooOld() {
    PlannerFixture fleet =
        devDone(three(before("stage"), rule("latency", Optional.of(List.of("stage")))));
    List<CheckKey> keys = fleet.questions().stream().map(DueCheck::key).toList();
    fleet.answer(keys.get(0), reply(CheckResult.PASSED));
    fleet.answer(keys.get(1), reply(CheckResult.WAIT)).step();
    Instant lapse = fleet.now().plus(INTERVAL.multipliedBy(2)).plusMillis(1);

    fleet.after(Duration.ofSeconds(90)).step();
    answered(fleet, CheckResult.WAIT);
    assertThat(fleet.last().wakeAt()).as("before it is asked again").contains(lapse);
  }

  @Test
  void anAnswerToWhatIsNotAskedAnyMoreCountsForNothing() {
    PlannerFixture fleet = devDone(three(before("stage")));
    CheckKey key = fleet.questions().get(0).key();
    CheckKey former = new CheckKey(key.check(), "h0", key.group(), key.stage());

    fleet.answer(former, reply(CheckResult.PASSED)).step();
    assertThat(fleet.written()).containsExactly("d1", "d2");
  }

  @Test
  void nothingIsAskedWhileSomethingElseHoldsTheGroup() {
    PlannerFixture fleet = devDone(three(before("stage")).paused(true).step());
    assertThat(fleet.questions()).isEmpty();
    assertThat(fleet.last().wakeAt()).isEmpty();
  }

  @Test
  void aPersonLetsOneAttemptPassInOneGroup() {
    CheckRule rule = before("stage", "prod");
    PlannerFixture fleet = devDone(three(rule));
    fleet.checked(rule.with(List.of(override("u0", "stage"), override("u1", "prod")))).step();
    assertThat(fleet.written()).as("another attempt, another group").containsExactly("d1", "d2");

    fleet.checked(rule.with(List.of(override("u1", "stage")))).step();
    assertThat(fleet.written()).containsExactly("d1", "d2", "s1", "s2");
  }

  private static CheckOverride override(String attempt, String group) {
    return new CheckOverride(attempt, group, Optional.of("mallory"), Optional.of("known"));
  }

  @Test
  void aFailedCheckThatHaltsIsABreachOfTheGroup() {
    PlannerFixture fleet = devDone(three(with(before("stage"), FailureEffect.HALT, null)));
    answered(fleet, CheckResult.FAILED).after(INTERVAL).step();
    assertThat(fleet.state().breach()).isEmpty();

    answered(fleet, CheckResult.FAILED);
    assertThat(fleet.state().breach())
        .contains("check budget failed before group stage: rate is 7");
    assertThat(fleet.state().outcome()).contains(Outcome.FAILED);
    assertThat(fleet.progress().waitingFor())
        .startsWith("Halted: check budget failed before group stage: rate is 7.");
    assertThat(fleet.questions()).isEmpty();
  }

  @Test
  void itGivesUpByTimeAlone() {
    CheckRule rule = with(before("stage"), FailureEffect.HALT, Duration.ofSeconds(90));
    PlannerFixture fleet = devDone(three(rule));
    answered(fleet, CheckResult.WAIT).after(INTERVAL).step();
    answered(fleet, CheckResult.WAIT);
    assertThat(fleet.last().wakeAt()).contains(fleet.now().plusSeconds(30));

    fleet.after(Duration.ofSeconds(30)).step();
    assertThat(fleet.state().breach())
        .contains("check budget failed before group stage: last answer: rate is 7");
  }

  @Test
  void duringASoakItIsAskedFromItsBeginOnAndAFailureKeepsLaterGroupsClosed() {
    PlannerFixture fleet = three(during("dev"));
    assertThat(fleet.questions()).as("nobody soaks yet").isEmpty();

    fleet.positive("d1").step();
    assertThat(asked(fleet)).containsExactly("budget during dev");
    answered(fleet, CheckResult.FAILED).after(INTERVAL).step();
    answered(fleet, CheckResult.FAILED);

    devDone(fleet);
    assertThat(fleet.stage("d1")).as("the soak ends").isEqualTo(Stage.SUCCEEDED);
    assertThat(fleet.written()).containsExactly("d1", "d2");
    assertThat(hold(fleet, "stage").message())
        .startsWith("Waiting for check budget during group dev: it has failed (rate is 7).");
    assertThat(asked(fleet)).as("until it passes").containsExactly("budget during dev");

    answered(fleet, CheckResult.PASSED);
    assertThat(fleet.written()).containsExactly("d1", "d2", "s1", "s2");
    fleet.after(INTERVAL).step();
    assertThat(fleet.questions()).as("the group has ended").isEmpty();
  }

  @Test
  void whatNobodyRemembersIsAskedAgainBeforeALaterGroupOpens() {
    PlannerFixture fleet = devDone(three());
    assertThat(fleet.written()).contains("s1");
    PlannerFixture lost = three(during("dev"));
    lost.positive("d1", "d2").step();
    lost.minutes(5).positive("d1", "d2").step();
    assertThat(lost.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(lost.written()).as("never answered").containsExactly("d1", "d2");

    answered(lost, CheckResult.WAIT);
    assertThat(lost.written()).containsExactly("d1", "d2", "s1", "s2");
  }
}
