package io.sluice.activation.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.activation.ActivationRelease;
import io.sluice.activation.PendingIntent;
import io.sluice.activation.RandomWorlds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Plays random edits, lost events and crashes against the activation of a policy; repeat one with
 * {@code -Dsluice.seed=42}.
 */
class PolicyActivationPropertyTest {
  private static final int WORLDS = 1_000;
  private static final int STEPS = 40;
  private static final List<String> NAMES = List.of("east", "west");

  @Test
  void noLazyContributionIsActivatedUnlessSomethingReleasedItAndDecidingTwiceChangesNothing() {
    RandomWorlds.play(WORLDS, STEPS, World::new);
  }

  /** Plays one policy with up to two bindings; it knows what released, the gate what is stored. */
  private static final class World implements RandomWorlds.World {
    private final long seed;
    private final Random random;
    private final LazyPolicy policy = new LazyPolicy();
    private final List<String> story = new ArrayList<>();
    private boolean contentChanged;
    private int waited;
    private int activated;

    World(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      NAMES.forEach(name -> policy.bind(name, "c1", "c2"));
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
      String name = NAMES.get(random.nextInt(NAMES.size()));
      Optional<LazyPolicy.Bound> bound = Optional.ofNullable(policy.bindings.get(name));
      switch (random.nextInt(12)) {
        case 0 -> content();
        case 1, 2, 3 -> bound.ifPresent(found -> placement(name, found));
        case 4 -> bound.ifPresent(found -> scheduled(name, found));
        case 5 -> bound.ifPresent(found -> exclusions(name, found));
        case 6 -> bound.ifPresent(found -> found.lazy = !found.lazy);
        case 7 -> bound.ifPresent(found -> found.resolved = !found.resolved);
        case 8 -> bindOrUnbind(name, bound);
        case 9 -> strategy();
        case 10 -> release();
        default -> policy.preference = LazyPolicy.preference(!policy.preference.lazy());
      }
      // Lost events: a decision may come late.
      if (random.nextInt(3) > 0) {
        decide(random.nextInt(4) == 0);
      }
    }

    private void content() {
      String former = policy.content;
      policy.content = "content-" + random.nextInt(3);
      policy.generation++;
      contentChanged |= !former.equals(policy.content);
      story.add(policy.content);
    }

    private void placement(String name, LazyPolicy.Bound bound) {
      bound.select("spec-" + random.nextInt(3), clusters());
      story.add(name + " selects by " + bound.placement + " " + bound.clusters);
    }

    private void scheduled(String name, LazyPolicy.Bound bound) {
      bound.select(bound.placement, clusters());
      story.add(name + " schedules " + bound.clusters);
    }

    private void exclusions(String name, LazyPolicy.Bound bound) {
      bound.links =
          random.nextBoolean()
              ? Map.of("Policy", List.of())
              : Map.of("PolicySet/base", List.of(clusters()));
      story.add(name + " is bound by " + bound.links);
    }

    private void bindOrUnbind(String name, Optional<LazyPolicy.Bound> bound) {
      if (bound.isPresent()) {
        policy.bindings.remove(name);
      } else {
        policy.bind(name, clusters()).edited = policy.now;
      }
      story.add((bound.isPresent() ? "unbind " : "bind ") + name);
    }

    private void strategy() {
      policy.strategy =
          Optional.of(random.nextInt(3))
              .filter(type -> type > 0)
              .map(type -> Map.of("type", "type-" + type));
      policy.generation++;
      story.add("strategy " + policy.strategy);
    }

    private void release() {
      Optional<String> pending =
          policy
              .stored
              .flatMap(stored -> stored.record().pending())
              .map(PendingIntent::revision)
              .filter(revision -> random.nextBoolean());
      policy.release =
          ActivationRelease.of(Optional.of(pending.orElse("0123456789ab")), Optional.empty());
      story.add("release " + policy.release.revision());
    }

    private String[] clusters() {
      Set<String> names = new TreeSet<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        names.add("c" + (1 + random.nextInt(5)));
      }
      return names.toArray(String[]::new);
    }

    private void decide(boolean crash) {
      Optional<PolicyActivation> before = policy.stored;
      boolean released = released(before);
      PolicyActivationDecision decision = policy.decide();
      if (crash) {
        story.add("crash before the write");
        policy.stored = before;
        return;
      }
      before.ifPresent(
          former ->
              policy
                  .stored
                  .orElseThrow()
                  .contributions()
                  .forEach(stored -> check(former, stored, released)));
      waited += decision.upToDate() ? 0 : 1;
      Map<String, Object> once = PolicyActivationTree.of(policy.stored.orElseThrow());
      policy.decide();
      assertThat(PolicyActivationTree.of(policy.stored.orElseThrow())).as(tale()).isEqualTo(once);
      contentChanged = false;
    }

    /** What is asked for is everything that waits: another edit since is another revision. */
    private boolean released(Optional<PolicyActivation> before) {
      if (before.isEmpty()) {
        return true;
      }
      PolicyActivationDecision closed =
          PolicyActivationPlanner.decide(unreleased(), policy.now.plusSeconds(1));
      return closed
          .activation()
          .record()
          .pending()
          .map(PendingIntent::revision)
          .filter(revision -> policy.release.revision().equals(Optional.of(revision)))
          .isPresent();
    }

    private PolicyActivationInput unreleased() {
      ActivationRelease written = policy.release;
      policy.release = ActivationRelease.NONE;
      PolicyActivationInput input = policy.input();
      policy.release = written;
      return input;
    }

    private void check(PolicyActivation former, ContributionRecord stored, boolean released) {
      Optional<Object> was = former.contribution(stored.binding()).flatMap(World::activePlacement);
      Optional<Object> is = activePlacement(stored);
      if (was.equals(is)) {
        return;
      }
      activated++;
      assertThat(contentChanged || released || !lazy(stored.binding()) || held(former, stored))
          .as(tale() + " -> " + stored)
          .isTrue();
    }

    /** The targeting that was not usable at an earlier decision may have seen no content since. */
    private static boolean held(PolicyActivation former, ContributionRecord stored) {
      return former
          .contribution(stored.binding())
          .filter(before -> !before.record().seen().hash().equals(former.record().seen().hash()))
          .isPresent();
    }

    private static Optional<Object> activePlacement(ContributionRecord stored) {
      return stored
          .snapshot()
          .map(
              snapshot ->
                  stored.binding().isEmpty() ? snapshot : ContributionSnapshot.placement(snapshot));
    }

    private boolean lazy(String binding) {
      if (policy.preference.lazy()) {
        return true;
      }
      return binding.isEmpty()
          ? !policy.bindings.isEmpty()
              && policy.bindings.values().stream().allMatch(found -> found.lazy)
          : policy.bindings.get(binding).lazy;
    }

    private String tale() {
      return "-Dsluice.seed=%d: %s".formatted(seed, String.join(", ", story));
    }
  }
}
