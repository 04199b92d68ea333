package io.sluice.simulator.spoke;

import static io.sluice.simulator.spoke.ManualSpoke.START;
import static io.sluice.simulator.spoke.ManualSpoke.STEADILY;
import static io.sluice.simulator.spoke.ManualSpoke.STEADY;
import static io.sluice.simulator.spoke.ManualSpoke.dated;
import static io.sluice.simulator.spoke.PolicySpecs.enforced;
import static io.sluice.simulator.spoke.PolicySpecs.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.spoke.ManualSpoke.Write;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpokeAnomalyTest {
  private static final String CIS = "policies.cis";
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** A spoke that holds content 1, judged long ago; its next write is the first recorded. */
  private static ManualSpoke settled(SpokeBehaviour behaviour) {
    ManualSpoke spoke = new ManualSpoke(STEADILY);
    spoke.write(CIS, enforced("1")).millis(20_000).behave(behaviour).millis(1000);
    spoke.writes.clear();
    return spoke;
  }

  private static List<String> words(ManualSpoke spoke) {
    return spoke.writes.stream().map(Write::compliant).toList();
  }

  @Test
  void badThenGoodWithinASecond() {
    ManualSpoke spoke = settled(STEADILY.nonCompliantFirst());
    spoke.write(CIS, enforced("2")).millis(5000);
    assertThat(words(spoke)).containsExactly("NonCompliant", "Compliant");
    assertThat(spoke.writes.get(1).millis() - spoke.writes.get(0).millis()).isBetween(200L, 900L);
  }

  @Test
  void lateFormerDeceivesForThreeSecondsAndThenIsBad() {
    SpokeBehaviour late =
        STEADILY
            .withDelays(STEADY.withEvaluation(SECOND.multipliedBy(2), SECOND.multipliedBy(2)))
            .lateFormer(SECOND.multipliedBy(3), SECOND.multipliedBy(4));
    ManualSpoke spoke = settled(late);
    List<String> baseline = spoke.names(CIS, 0);
    spoke.write(CIS, enforced("2")).millis(60_000);

    // Dispatch at 21 s, copied 0.1 s later; the former status stands for another 2 s.
    assertThat(spoke.writes).extracting(Write::millis).containsExactly(23_110L, 26_110L, 30_110L);
    assertThat(words(spoke)).containsExactly("Compliant", "NonCompliant", "Compliant");
    String fresh =
        (String) PolicySpecs.history(spoke.writes.get(0).status(), 0).get(0).get("eventName");
    assertThat(baseline).doesNotContain(fresh);
    assertThat(dated(fresh)).isEqualTo(START.plusMillis(23_100));
    String former = SpokeVerdict.contentOf(enforced("1"));
    String present = SpokeVerdict.contentOf(enforced("2"));
    assertThat(spoke.model.verdicts())
        .extracting(SpokeVerdict::content)
        .containsExactly(former, former, present, present);
  }

  @Test
  void lateFormerKeepsItsLeadWhenTheBackoffDelaysTheVerdict() {
    ManualSpoke spoke = new ManualSpoke(STEADILY.lateFormer(SECOND, SECOND));
    spoke.write(CIS, enforced("1")).millis(1000).writes.clear();
    spoke.write(CIS, enforced("2")).millis(60_000);
    // Copied at 1.1 s, so first judged at 6.1 s.
    assertThat(spoke.writes).extracting(Write::millis).containsExactly(5_110L, 6_110L, 7_110L);
  }

  @Test
  void neverCompliant() {
    ManualSpoke spoke = settled(STEADILY.neverCompliant());
    spoke.write(CIS, enforced("2")).pass(Duration.ofHours(1));
    assertThat(spoke.compliant(CIS)).isEqualTo("NonCompliant");
  }

  @Test
  void complainsOnlyUnderInform() {
    ManualSpoke spoke = settled(STEADILY.nonCompliantUnderInform());
    assertThat(spoke.compliant(CIS)).isEqualTo("Compliant");
    spoke.write(CIS, policy("inform", List.of(PolicySpecs.configuration("pod", "1"))));
    assertThat(spoke.millis(1000).compliant(CIS)).isEqualTo("NonCompliant");
  }

  @Test
  void whatWasEnforcedOnceStaysCompliantUnderInform() {
    ManualSpoke spoke = settled(STEADILY.nonCompliantUntilEnforced());
    spoke.write(CIS, informing("1"));
    assertThat(spoke.millis(6000).compliant(CIS)).isEqualTo("Compliant");
    spoke.write(CIS, informing("2"));
    assertThat(spoke.millis(6000).compliant(CIS)).isEqualTo("NonCompliant");
    spoke.write(CIS, enforced("2"));
    assertThat(spoke.millis(6000).compliant(CIS)).isEqualTo("Compliant");
    spoke.write(CIS, informing("2"));
    assertThat(spoke.millis(6000).compliant(CIS)).isEqualTo("Compliant");
  }

  private static Map<String, Object> informing(String value) {
    return policy("inform", List.of(PolicySpecs.configuration("pod", value)));
  }

  @Test
  void turnsNonCompliantAfterItsTime() {
    ManualSpoke spoke = settled(STEADILY.turnsNonCompliantAfter(Duration.ofSeconds(60)));
    spoke.write(CIS, enforced("2")).pass(Duration.ofHours(1));
    assertThat(words(spoke)).containsExactly("Compliant", "NonCompliant");
    assertThat(spoke.writes.get(1).millis() - spoke.writes.get(0).millis()).isEqualTo(60_000);
  }

  @Test
  void flapsAndPushesTheBaselineOut() {
    ManualSpoke spoke = settled(STEADILY.flapping(SECOND));
    List<String> baseline = spoke.names(CIS, 0);
    spoke.millis(20_000);
    assertThat(spoke.names(CIS, 0)).hasSize(10).doesNotContainAnyElementsOf(baseline);
    assertThat(words(spoke)).startsWith("NonCompliant", "Compliant", "NonCompliant");
  }

  @Test
  void aPatchedEventFlipsTheVerdictUnderItsOldName() {
    ManualSpoke spoke = settled(STEADILY.patchingEvents().turnsNonCompliantAfter(SECOND));
    List<String> names = spoke.names(CIS, 0);
    spoke.millis(2000);
    assertThat(spoke.compliant(CIS)).isEqualTo("NonCompliant");
    assertThat(spoke.names(CIS, 0)).isEqualTo(names);
  }

  @Test
  void aSilentSpokeComesBackWithOldReports() {
    ManualSpoke spoke = settled(STEADILY.silent());
    spoke.write(CIS, enforced("2")).millis(60_000);
    assertThat(spoke.writes).isEmpty();

    spoke.behave(STEADILY).millis(1000);
    assertThat(words(spoke)).containsExactly("Compliant");
    assertThat(dated(spoke.names(CIS, 0).get(0))).isEqualTo(START.plusMillis(21_150));
  }

  @Test
  void aSpokeMayBeSilentForAWhileAfterEachChange() {
    ManualSpoke spoke = settled(STEADILY.silentAfterChange(Duration.ofSeconds(30)));
    spoke.write(CIS, enforced("2")).millis(29_999);
    assertThat(spoke.writes).isEmpty();
    assertThat(spoke.millis(1).writes).hasSize(1);
  }

  @Test
  void aSpokeCutOffReportsTheFormerContentFirst() {
    ManualSpoke spoke = settled(STEADILY.cutOff());
    List<String> baseline = spoke.names(CIS, 0);
    spoke.write(CIS, enforced("2")).millis(60_000);
    assertThat(spoke.writes).isEmpty();

    spoke.behave(STEADILY.nonCompliantFor(Duration.ofMinutes(1))).millis(10_000);
    assertThat(words(spoke)).containsExactly("Compliant", "NonCompliant");
    String fresh =
        (String) PolicySpecs.history(spoke.writes.get(0).status(), 0).get(0).get("eventName");
    assertThat(baseline).doesNotContain(fresh);
    assertThat(dated(fresh)).isAfter(START.plusSeconds(21));
    long stood = spoke.writes.get(1).millis() - spoke.writes.get(0).millis();
    assertThat(stood).isBetween(4_900L, 5_010L);
  }

  @Test
  void aSpokeMayBeCutOffForAWhileAfterEachChange() {
    ManualSpoke spoke = settled(STEADILY.cutOffAfterChange(Duration.ofSeconds(30)));
    spoke.write(CIS, enforced("2")).millis(29_999);
    assertThat(spoke.writes).isEmpty();
    spoke.millis(10_000);
    assertThat(words(spoke)).containsExactly("Compliant", "Compliant");
    assertThat(spoke.model.verdicts())
        .extracting(SpokeVerdict::content)
        .endsWith(SpokeVerdict.contentOf(enforced("1")), SpokeVerdict.contentOf(enforced("2")));
  }

  @Test
  void aSpokeCutOffKeepsWhatTheHubDeletes() {
    ManualSpoke spoke = settled(STEADILY.cutOff());
    spoke.delete(CIS).millis(60_000);
    assertThat(spoke.model.copy(CIS)).isPresent();
    spoke.behave(STEADILY).millis(1000);
    assertThat(spoke.model.copy(CIS)).isEmpty();
  }

  @Test
  void aCopyMadeAnewLosesItsHistoryAndItsCompliance() {
    ManualSpoke spoke = settled(STEADILY.copyMadeAnew());
    List<String> baseline = spoke.names(CIS, 0);
    spoke.write(CIS, enforced("2")).millis(1000);

    assertThat(spoke.writes.get(0).status())
        .isEqualTo(Map.of("details", List.of(Map.of("templateMeta", Map.of("name", "pod")))));
    assertThat(spoke.names(CIS, 0)).hasSize(1).doesNotContainAnyElementsOf(baseline);
  }

  @Test
  void allCopiesCanBeMadeAnewAtOnce() {
    ManualSpoke spoke = settled(STEADILY);
    spoke.model.makeCopiesAnew(spoke.now());
    assertThat(words(spoke.millis(1000))).containsExactly("", "Compliant");
  }

  @Test
  void aClockOffsetShowsInNamesAndTimes() {
    ManualSpoke spoke = settled(STEADILY.clockOffset(Duration.ofHours(-1)));
    spoke.write(CIS, enforced("2")).millis(1000);
    // Dated behind the entry of content 1, it hides behind that one.
    assertThat(dated(spoke.names(CIS, 0).get(1)))
        .isEqualTo(START.plusMillis(21_150).minus(Duration.ofHours(1)));
    assertThat(PolicySpecs.history(spoke.status(CIS), 0).get(1))
        .containsEntry("lastTimestamp", "2026-03-01T11:00:21Z");
  }

  @Test
  void aTemplateErrorIsReportedOnceAndRecoveryGivesANewEntry() {
    ManualSpoke spoke = settled(STEADILY.templateError());
    assertThat(spoke.compliant(CIS)).isEqualTo("NonCompliant");
    spoke.write(CIS, enforced("2")).millis(60_000);
    assertThat(spoke.names(CIS, 0)).hasSize(2);

    spoke.behave(STEADILY).millis(1000);
    assertThat(spoke.names(CIS, 0)).hasSize(3);
    assertThat(spoke.compliant(CIS)).isEqualTo("Compliant");
  }
}
