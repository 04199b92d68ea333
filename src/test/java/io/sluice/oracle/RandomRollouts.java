package io.sluice.oracle;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Generates inputs of the selection function; equal seeds give equal inputs. */
final class RandomRollouts {
  record Input(Strategy strategy, List<ClusterGroup> groups, List<ClusterRolloutStatus> known) {
    /** Returns the same facts in another order. */
    Input shuffled(Random random) {
      List<ClusterGroup> entries = new ArrayList<>();
      for (ClusterGroup entry : groups) {
        List<String> clusters = new ArrayList<>(entry.clusters());
        Collections.shuffle(clusters, random);
        entries.add(new ClusterGroup(entry.group(), clusters, entry.approved()));
      }
      Collections.shuffle(entries, random);
      List<ClusterRolloutStatus> facts = new ArrayList<>(known);
      Collections.shuffle(facts, random);
      return new Input(strategy, entries, facts);
    }

    SelectionResult select() {
      return SelectionFunction.select(strategy, groups, known, NOW);
    }
  }

  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String[] NAMES = {"", "dev", "stage", "prod"};

  private final Random random;

  RandomRollouts(long seed) {
    random = new Random(seed);
  }

  Input next() {
    List<ClusterGroup> groups = new ArrayList<>();
    int clusters = random.nextInt(40);
    for (int i = random.nextInt(6); i >= 0; i--) {
      List<String> members = new ArrayList<>();
      for (int n = random.nextInt(10); n > 0 && clusters > 0; n--) {
        members.add("c" + random.nextInt(clusters));
      }
      groups.add(new ClusterGroup(group(), members, random.nextBoolean()));
    }
    List<ClusterRolloutStatus> known = new ArrayList<>();
    for (int i = 0; i < clusters; i++) {
      if (random.nextInt(3) > 0) {
        known.add(known("c" + i));
      }
    }
    return new Input(strategy(), groups, known);
  }

  private GroupKey group() {
    String placement = random.nextInt(4) == 0 ? "q" : "p";
    return new GroupKey(placement, NAMES[random.nextInt(NAMES.length)], random.nextInt(5));
  }

  private ClusterRolloutStatus known(String cluster) {
    // Mostly successes: else every rollout ends in a breach.
    ClusterStatus[] words = ClusterStatus.values();
    ClusterStatus status =
        random.nextInt(2) == 0 ? ClusterStatus.SUCCEEDED : words[random.nextInt(words.length)];
    ClusterRolloutStatus known =
        ClusterRolloutStatus.of(cluster, group(), status).withMinSoak(minutes(2));
    return random.nextInt(5) == 0 ? known : known.since(NOW.minus(minutes(12)));
  }

  private Duration minutes(int bound) {
    return Duration.ofMinutes(random.nextInt(bound));
  }

  private Strategy strategy() {
    StrategyType[] types = StrategyType.values();
    StrategyType type = types[random.nextInt(types.length)];
    return new Strategy(
        type,
        minutes(4),
        random.nextBoolean() ? Optional.of(minutes(15)) : Optional.empty(),
        amount(),
        random.nextBoolean() ? Optional.of(amount()) : Optional.empty(),
        mandatory(type));
  }

  private Amount amount() {
    return random.nextBoolean()
        ? Amount.count(random.nextInt(8))
        : Amount.percent(random.nextInt(101));
  }

  private List<GroupSelector> mandatory(StrategyType type) {
    if (type == StrategyType.ALL || random.nextBoolean()) {
      return List.of();
    }
    return random.nextBoolean()
        ? List.of(GroupSelector.named(NAMES[1 + random.nextInt(3)]))
        : List.of(GroupSelector.at(random.nextInt(5)));
  }
}
