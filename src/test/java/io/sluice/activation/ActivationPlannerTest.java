package io.sluice.activation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.activation.ActivationDecision.Activate;
import io.sluice.activation.ActivationDecision.Hold;
import io.sluice.activation.ActivationDecision.Keep;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ActivationPlannerTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final Map<String, Object> M1 = Map.of("placement", "m1", "priority", 1);
  private static final Map<String, Object> M2 = Map.of("placement", "m2", "priority", 1L);

  @Test
  void withoutTargetingNothingIsPending() {
    Keep kept = keep(input(new Targeting.None(), "a", active("a", M1), M1));

    assertThat(kept.record().pending()).isEmpty();
    assertThat(kept.record().active()).isEqualTo(active("a", M1).active());
  }

  @Test
  void whatCannotBeUsedLeavesTheRecordUntouchedSoThatAChangeMadeMeanwhileCounts() {
    Targeting refused = new Targeting.Unusable("TargetingRefused", "Cannot use it");
    ActivationDecision held = decide(input(refused, "b", active("a", M1), M1));
    assertThat(held).isEqualTo(new Hold("TargetingRefused", "Cannot use it"));

    Activate later = activate(input(lazy(M1), "b", active("a", M1), M1));
    assertThat(later.cause()).isEqualTo(ActivationCause.CONTENT_CHANGED);
  }

  @Test
  void anImmediateEditIsActivatedAtOnce() {
    Activate activated = activate(input(immediate(M2), "a", active("a", M1), M1));

    assertThat(activated.cause()).isEqualTo(ActivationCause.TARGETING_CHANGED);
    assertThat(activated.record().pending()).isEmpty();
    assertThat(activated.because()).contains(revision("a", M2)).contains(revision("a", M1));
  }

  @Test
  void aLazyEditWaitsAndSaysForWhat() {
    Keep kept = keep(input(lazy(M2), "a", active("a", M1), M1));

    PendingIntent pending = kept.record().pending().orElseThrow();
    assertThat(pending.revision()).isEqualTo(revision("a", M2));
    assertThat(pending.changes()).containsExactly("placement");
    assertThat(kept.because())
        .contains(revision("a", M1), revision("a", M2), "placement", "a change of the content");
  }

  @Test
  void aPendingEditThatIsRevertedLeavesNoTrace() {
    ActivationRecord waiting = keep(input(lazy(M2), "a", active("a", M1), M1)).record();

    assertThat(keep(input(lazy(M1), "a", waiting, M1)).record()).isEqualTo(active("a", M1));
  }

  @Test
  void aChangeOfTheContentTakesThePendingTargetingAlong() {
    ActivationRecord waiting = keep(input(lazy(M2), "a", active("a", M1), M1)).record();
    Activate activated = activate(input(lazy(M2), "b", waiting, M1));

    assertThat(activated.cause()).isEqualTo(ActivationCause.CONTENT_CHANGED);
    assertThat(activated.record().active().orElseThrow().revision()).isEqualTo(revision("b", M2));
    assertThat(activated.record().seen().hash()).isEqualTo("b");
  }

  @Test
  void removingLazyActivatesWhatWaits() {
    ActivationRecord waiting = keep(input(lazy(M2), "a", active("a", M1), M1)).record();

    assertThat(activate(input(immediate(M2), "a", waiting, M1)).cause())
        .isEqualTo(ActivationCause.TARGETING_CHANGED);
  }

  @Test
  void whatIsCreatedUnderALazyTargetingIsActivatedAndWhatWasThereBeforeWaits() {
    ActivationInput first = first(lazy(M1), Optional.empty(), true, ActivationRelease.NONE);
    assertThat(activate(first).cause()).isEqualTo(ActivationCause.CREATED);

    ActivationInput before = first(lazy(M1), Optional.empty(), false, ActivationRelease.NONE);
    assertThat(keep(before).record().pending()).isPresent();
    assertThat(keep(before).record().active()).isEmpty();
  }

  @Test
  void whatWasSeenBeforeIsActivatedByItsNextChange() {
    ActivationInput changed =
        first(lazy(M1), Optional.of(ContentFingerprint.of("old")), false, ActivationRelease.NONE);

    assertThat(activate(changed).cause()).isEqualTo(ActivationCause.CONTENT_CHANGED);
  }

  @Test
  void aSnapshotWithoutARecordIsTakenOverAsUnchanged() {
    Keep kept =
        keep(
            new ActivationInput(
                lazy(M1),
                ContentFingerprint.of("a"),
                Optional.empty(),
                true,
                Optional.empty(),
                Optional.of(M1),
                ActivationRelease.NONE));

    assertThat(kept.record().active().orElseThrow().cause()).isEqualTo(ActivationCause.ADOPTED);
    assertThat(kept.record().pending()).isEmpty();
  }

  @Test
  void anotherKeyOfTheHashIsNoChangeAndIsRecorded() {
    ContentFingerprint rekeyed =
        new ContentFingerprint("x", "", Optional.empty(), Optional.empty(), Optional.of("k2"));
    ActivationInput in =
        new ActivationInput(
            lazy(M1),
            rekeyed,
            Optional.empty(),
            false,
            Optional.of(active("a", M1)),
            Optional.of(M1),
            ActivationRelease.NONE);

    Keep kept = keep(in);
    assertThat(kept.record().seen()).isEqualTo(rekeyed);
    assertThat(kept.record().pending()).isEmpty();
    assertThat(kept.record().active().orElseThrow().revision()).isEqualTo(revision("x", M1));
  }

  @Test
  void aRevisionIsReleasedByItsNameAndAStaleNameDoesNothing() {
    ActivationInput waiting = input(lazy(M2), "a", active("a", M1), M1);

    assertThat(activate(released(waiting, revision("a", M2), "")).cause())
        .isEqualTo(ActivationCause.REQUESTED);
    assertThat(keep(released(waiting, "0123456789ab", "")).record().pending()).isPresent();
  }

  @Test
  void anInstantReleasesOnceWhatWasPendingThen() {
    ActivationRecord waiting = keep(input(lazy(M2), "a", active("a", M1), M1)).record();
    ActivationInput before =
        released(input(lazy(M2), "a", waiting, M1), "", "2026-03-01T11:00:00+01:00");
    assertThat(keep(before, NOW.minusSeconds(1)).wakeup()).contains(NOW);
    assertThat(keep(before, NOW.minusSeconds(1)).because()).contains(NOW.toString());

    Activate at = activate(before);
    assertThat(at.cause()).isEqualTo(ActivationCause.REQUESTED);
    assertThat(at.record().released()).contains(NOW);

    ActivationInput edited =
        released(input(lazy(M1), "a", at.record(), M2), "", "2026-03-01T10:00:00Z");
    assertThat(keep(edited, NOW.plusSeconds(60)).record().pending()).isPresent();
  }

  @Test
  void anInstantThatPassedWhileNothingWasPendingIsUsed() {
    ActivationInput settled =
        released(input(lazy(M1), "a", active("a", M1), M1), "", "2026-03-01T09:00:00Z");
    ActivationRecord used = keep(settled).record();
    assertThat(used.released()).contains(Instant.parse("2026-03-01T09:00:00Z"));

    ActivationInput edited = released(input(lazy(M2), "a", used, M1), "", "2026-03-01T09:00:00Z");
    assertThat(keep(edited).record().pending()).isPresent();
  }

  @Test
  void anInstantThatPassedWhileNothingWorkedCountsForEditsBeforeIt() {
    String nine = "2026-03-01T09:00:00Z";
    Instant eight = Instant.parse("2026-03-01T08:00:00Z");

    assertThat(
            activate(released(input(edited(M2, eight), "a", active("a", M1), M1), "", nine))
                .cause())
        .isEqualTo(ActivationCause.REQUESTED);
    assertThat(
            keep(released(input(edited(M2, NOW), "a", active("a", M1), M1), "", nine))
                .record()
                .pending())
        .isPresent();
  }

  @Test
  void anInstantReleasesNothingThatWasEditedAfterItOrThatAnotherOwnerWants() {
    String nine = "2026-03-01T09:00:00Z";
    ActivationRecord waiting = keep(input(lazy(M2), "a", active("a", M1), M1)).record();

    Keep later = keep(released(input(lazy(M2), "a", waiting, M1), "", nine), NOW.plusSeconds(60));
    assertThat(later.record().pending()).isEqualTo(waiting.pending());

    Targeting other =
        new Targeting.Resolved(
            true,
            M2,
            "PropagationPolicy/default/other",
            2,
            Optional.of(Instant.parse("2026-03-01T08:00:00Z")));
    assertThat(keep(released(input(other, "a", active("a", M1), M1), "", nine)).record().pending())
        .isPresent();
  }

  @Test
  void aTargetingThatIsOlderThanTheContentWaitsWhereSomethingIsActive() {
    ActivationInput older =
        new ActivationInput(
            lazy(M2),
            ContentFingerprint.of("a"),
            Optional.empty(),
            true,
            Optional.of(active("a", M1)),
            Optional.of(M1),
            ActivationRelease.NONE);

    assertThat(keep(older).record().pending()).isPresent();
  }

  @Test
  void aRevisionBesideAnInstantIsTheOnlyOneReleased() {
    ActivationRecord waiting = keep(input(lazy(M2), "a", active("a", M1), M1)).record();
    ActivationInput in = input(lazy(M2), "a", waiting, M1);
    String ten = "2026-03-01T10:00:00Z";

    assertThat(keep(released(in, "0123456789ab", ten)).record().pending()).isPresent();
    assertThat(activate(released(in, revision("a", M2), ten)).cause())
        .isEqualTo(ActivationCause.REQUESTED);
    assertThat(keep(released(in, revision("a", M2), ten), NOW.minusSeconds(1)).wakeup())
        .contains(NOW);
  }

  @Test
  void aValueThatIsNoInstantHoldsTheGateAndIsNamed() {
    ActivationDecision held =
        decide(released(input(lazy(M2), "b", active("a", M1), M1), "", "2026-03-01 22:00"));

    assertThat(held).isInstanceOf(Hold.class);
    assertThat(((Hold) held).reason()).isEqualTo("BadInstant");
    assertThat(held.because()).contains("\"2026-03-01 22:00\"", "2026-03-01T22:00:00Z");
  }

  @Test
  void everyRecordSurvivesItsTree() {
    ActivationRecord waiting = keep(input(lazy(M2), "a", active("a", M1), M1)).record();

    assertThat(ActivationRecordTree.parse(ActivationRecordTree.of(waiting))).contains(waiting);
    assertThat(ActivationRecordTree.parse(Map.of("seen", "edited by hand"))).isEmpty();
  }

  private static Targeting lazy(Map<String, Object> snapshot) {
    return new Targeting.Resolved(
        true, snapshot, "PropagationPolicy/default/pp", 2, Optional.empty());
  }

  private static Targeting edited(Map<String, Object> snapshot, Instant at) {
    return new Targeting.Resolved(
        true, snapshot, "PropagationPolicy/default/pp", 2, Optional.of(at));
  }

  private static Targeting immediate(Map<String, Object> snapshot) {
    return new Targeting.Resolved(
        false, snapshot, "PropagationPolicy/default/pp", 2, Optional.empty());
  }

  private static String revision(String content, Map<String, Object> snapshot) {
    return IntentRevision.of(content, snapshot);
  }

  private static ActivationRecord active(String content, Map<String, Object> snapshot) {
    ActiveIntent intent =
        new ActiveIntent(
            revision(content, snapshot),
            content,
            "PropagationPolicy/default/pp",
            1,
            NOW.minusSeconds(3600),
            ActivationCause.CREATED,
            Optional.of("manifest"));
    return new ActivationRecord(
        "Lazy",
        ContentFingerprint.of(content),
        Optional.of(intent),
        Optional.empty(),
        Optional.empty());
  }

  private static ActivationInput input(
      Targeting targeting, String content, ActivationRecord record, Map<String, Object> snapshot) {
    return new ActivationInput(
        targeting,
        ContentFingerprint.of(content),
        Optional.empty(),
        false,
        Optional.of(record),
        Optional.of(snapshot),
        ActivationRelease.NONE);
  }

  private static ActivationInput first(
      Targeting targeting,
      Optional<ContentFingerprint> seen,
      boolean created,
      ActivationRelease release) {
    return new ActivationInput(
        targeting,
        ContentFingerprint.of("a"),
        seen,
        created,
        Optional.empty(),
        Optional.empty(),
        release);
  }

  private static ActivationInput released(ActivationInput in, String revision, String at) {
    return new ActivationInput(
        in.targeting(),
        in.content(),
        in.seen(),
        in.created(),
        in.record(),
        in.snapshot(),
        ActivationRelease.of(
            Optional.of(revision).filter(text -> !text.isEmpty()),
            Optional.of(at).filter(text -> !text.isEmpty())));
  }

  private static ActivationDecision decide(ActivationInput in) {
    return ActivationPlanner.decide(in, NOW);
  }

  private static Activate activate(ActivationInput in) {
    return (Activate) decide(in);
  }

  private static Keep keep(ActivationInput in) {
    return keep(in, NOW);
  }

  private static Keep keep(ActivationInput in, Instant now) {
    return (Keep) ActivationPlanner.decide(in, now);
  }
}
