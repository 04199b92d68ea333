package io.sluice.activation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.activation.ActivationDecision.Activate;
import io.sluice.activation.ActivationDecision.Keep;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Plays random edits, lost events, restarts and leader changes against the gate; repeat one with
 * {@code -Dsluice.seed=42}.
 */
class ActivationPropertyTest {
  private static final int WORLDS = 3_000;
  private static final int STEPS = 40;

  @Test
  void nothingPendingIsActivatedUnlessSomethingReleasedItAndDecidingTwiceChangesNothing() {
    RandomWorlds.play(WORLDS, STEPS, World::new);
  }

  /** Plays one template and its owner; it knows what released, the gate only what is stored. */
  private static final class World implements RandomWorlds.World {
    private final long seed;
    private final Random random;
    private final List<String> story = new ArrayList<>();
    private int waited;
    private int activated;
    private Instant now = Instant.parse("2026-03-01T10:00:00Z");

    // The objects.
    private int content;
    private int placement;
    private boolean lazy = true;
    private boolean owned = true;
    private boolean refused;
    private Instant edited = now;
    private Optional<String> revision = Optional.empty();
    private Optional<Instant> at = Optional.empty();

    // What is stored.
    private Optional<ActivationRecord> record = Optional.empty();
    private Optional<Map<String, Object>> snapshot = Optional.empty();
    private Optional<ContentFingerprint> seen = Optional.of(ContentFingerprint.of("c0"));

    // What opens the gate, by the rules: since the last decision that recorded the content.
    private boolean contentChanged;

    World(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    @Override
    public int waited() {
      return waited;
    }

    @Override
    public int activated() {
      return activated;
    }

    @Override
    public void step() {
      now = now.plusSeconds(1 + random.nextInt(100));
      switch (random.nextInt(12)) {
        case 0, 1 -> edit("content", () -> content = random.nextInt(4));
        case 2, 3, 4 -> edit("placement", () -> placement = random.nextInt(4));
        case 5 -> edit("preference", () -> lazy = !lazy);
        case 6 -> edit("owner", () -> owned = !owned);
        case 7 -> edit("refused", () -> refused = !refused);
        case 8 -> revision(random.nextBoolean());
        case 9 -> at = Optional.of(now.plusSeconds(random.nextInt(400) - 200));
        default -> story.add("time");
      }
      // Lost events: a decision may come late, or twice; a leader may decide from an old look.
      if (random.nextInt(3) > 0) {
        decide(random.nextInt(4) == 0);
      }
    }

    private void edit(String what, Runnable change) {
      int before = content;
      int placed = placement;
      change.run();
      contentChanged |= before != content;
      edited = placed == placement ? edited : now;
      story.add(what + " " + content + "/" + placement + (lazy ? " lazy" : ""));
    }

    private void revision(boolean present) {
      revision =
          present
              ? record.flatMap(ActivationRecord::pending).map(PendingIntent::revision)
              : Optional.of("0123456789ab");
      story.add("revision " + revision);
    }

    private void decide(boolean crash) {
      ActivationInput in = input();
      ActivationDecision decision = ActivationPlanner.decide(in, now);
      assertThat(ActivationPlanner.decide(in, now)).as(tale()).isEqualTo(decision);
      Optional<String> before = activeRevision();
      boolean releasedAt = releasedByInstant();
      if (decision instanceof Activate activate) {
        assertThat(mayActivate(activate, releasedAt)).as(tale() + " -> " + activate).isTrue();
      }
      if (crash) {
        story.add("crash before the write");
        return;
      }
      store(decision);
      ActivationDecision again = ActivationPlanner.decide(input(), now);
      assertThat(again).as(tale()).isNotInstanceOf(Activate.class);
      if (decision instanceof Keep kept) {
        assertThat(activeRevision()).as(tale()).isEqualTo(before);
        assertThat(again).as(tale()).isEqualTo(kept);
      }
    }

    /** By the letter of the table, from what was done and not from what is stored. */
    private boolean mayActivate(Activate activate, boolean releasedAt) {
      String wanted = activate.record().active().orElseThrow().revision();
      boolean asked = at.isEmpty() && revision.filter(wanted::equals).isPresent();
      return owned && !refused && (!lazy || contentChanged || asked || releasedAt);
    }

    private boolean releasedByInstant() {
      boolean unused = !at.equals(record.flatMap(ActivationRecord::released));
      return at.filter(instant -> !instant.isAfter(now)).isPresent()
          && unused
          && revision.filter(wanted -> !wanted.equals(desired())).isEmpty()
          && (!edited.isAfter(at.get()) || pendingThen());
    }

    /** An edit that was taken back before anything looked changed nothing. */
    private boolean pendingThen() {
      return record
          .flatMap(ActivationRecord::pending)
          .filter(pending -> pending.revision().equals(desired()))
          .filter(pending -> !pending.since().isAfter(at.get()))
          .isPresent();
    }

    private String desired() {
      return IntentRevision.of("c" + content, snapshot());
    }

    private Map<String, Object> snapshot() {
      return Map.of("placement", placement);
    }

    private ActivationInput input() {
      Targeting targeting =
          refused
              ? new Targeting.Unusable("TargetingRefused", "no")
              : owned
                  ? new Targeting.Resolved(lazy, snapshot(), "pp", 1, Optional.of(edited))
                  : new Targeting.None();
      return new ActivationInput(
          targeting,
          ContentFingerprint.of("c" + content),
          seen,
          false,
          record,
          snapshot,
          new ActivationRelease(revision, at, Optional.empty()));
    }

    /** Stores as an adapter does: the record with the snapshot, else only what was seen. */
    private void store(ActivationDecision decision) {
      story.add(decision.because());
      decision.match(
          activate -> {
            snapshot = Optional.of(snapshot());
            record = ActivationRecordTree.parse(ActivationRecordTree.of(activate.record()));
            contentChanged = false;
            activated += lazy ? 1 : 0;
            return true;
          },
          keep -> {
            waited += keep.record().pending().isPresent() ? 1 : 0;
            seen = Optional.of(keep.record().seen());
            record = snapshot.map(active -> keep.record());
            contentChanged = false;
            return true;
          },
          hold -> false);
    }

    private Optional<String> activeRevision() {
      return record.flatMap(ActivationRecord::active).map(ActiveIntent::revision);
    }

    private String tale() {
      return "-Dsluice.seed=" + seed + "\n" + String.join("\n", story) + "\nnow " + now;
    }
  }
}
