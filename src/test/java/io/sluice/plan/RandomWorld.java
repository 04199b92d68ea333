package io.sluice.plan;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.strategy.Amount;
import io.sluice.plan.strategy.GroupSelector;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyType;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** Invents a fleet and a hub, and lets things happen to them; equal seeds invent equal worlds. */
final class RandomWorld {
  private static final String[] NAMES = {"", "dev", "stage", "prod"};

  final Random random;
  final Strategy strategy;
  private final List<GroupKey> keys = new ArrayList<>();
  private final TreeMap<String, GroupKey> selected = new TreeMap<>();
  private final TreeSet<String> leaving = new TreeSet<>();
  private final TreeSet<String> ignored = new TreeSet<>();
  private final TreeSet<String> approved = new TreeSet<>();
  private boolean ungrouped;
  private boolean paused;
  private boolean refused;
  private boolean incoherent;
  private boolean forgotten;
  private Optional<HubView.Claim> taken = Optional.empty();
  private Optional<RootView> root = Optional.of(Scene.ROOT);
  private int named;

  RandomWorld(long seed) {
    random = new Random(seed);
    strategy = strategy();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String placement = random.nextInt(4) == 0 ? "q" : "p";
      keys.add(new GroupKey(placement, NAMES[random.nextInt(NAMES.length)], i));
    }
    for (int i = 1 + random.nextInt(14); i > 0; i--) {
      join();
    }
    Collections.shuffle(keys, random);
  }

  private Strategy strategy() {
    StrategyType[] types = StrategyType.values();
    StrategyType type = types[random.nextInt(types.length)];
    boolean deadline = random.nextInt(4) > 0;
    boolean mandatory = type != StrategyType.ALL && random.nextInt(3) == 0;
    return new Strategy(
        type,
        minutes(4),
        deadline ? Optional.of(minutes(16)) : Optional.empty(),
        amount(4, 60),
        random.nextBoolean() ? Optional.of(amount(6, 101)) : Optional.empty(),
        mandatory ? List.of(GroupSelector.named(NAMES[1 + random.nextInt(3)])) : List.of());
  }

  private Amount amount(int count, int percent) {
    return random.nextBoolean()
        ? Amount.count(random.nextInt(count))
        : Amount.percent(random.nextInt(percent));
  }

  Duration minutes(int bound) {
    return Duration.ofMinutes(random.nextInt(bound));
  }

  boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  <T> T any(Collection<T> things) {
    return things.stream().skip(random.nextInt(things.size())).findFirst().orElseThrow();
  }

  private void join() {
    selected.put("c%02d".formatted(named++), any(keys));
  }

  /** Something of all that can happen around an attempt. */
  void happen() {
    if (oneIn(8)) {
      join();
    }
    if (oneIn(10) && !selected.isEmpty()) {
      String cluster = any(selected.keySet());
      selected.remove(cluster);
      leaving.add(cluster);
    }
    if (oneIn(4)) {
      leaving.clear();
    }
    if (oneIn(12) && !leaving.isEmpty()) {
      selected.put(any(leaving), any(keys));
      leaving.removeAll(selected.keySet());
    }
    if (oneIn(12) && !selected.isEmpty()) {
      selected.put(any(selected.keySet()), any(keys));
    }
    if (oneIn(8) && !selected.isEmpty() && !ignored.remove(any(selected.keySet()))) {
      ignored.add(any(selected.keySet()));
    }
    if (oneIn(3) && !approved.remove(NAMES[random.nextInt(NAMES.length)]) || oneIn(3)) {
      approved.add(NAMES[random.nextInt(NAMES.length)]);
    }
    ungrouped ^= oneIn(6);
    paused = oneIn(paused ? 2 : 15);
    refused = oneIn(refused ? 2 : 20);
    incoherent = oneIn(incoherent ? 2 : 15);
    forgotten = incoherent && oneIn(3);
    if (oneIn(250)) {
      taken = Optional.of(oneIn(2) ? HubView.Claim.LOST : HubView.Claim.DELETED);
    }
    if (oneIn(250)) {
      PolicyVersion next = new PolicyVersion("policy-uid", 3, "content-3");
      root =
          oneIn(2)
              ? Optional.empty()
              : Optional.of(new RootView(next, oneIn(3), oneIn(2), "strategy", Optional.empty()));
    }
  }

  /** From now on nothing stands in the way any more. */
  void calm() {
    leaving.clear();
    approved.addAll(List.of(NAMES));
    ungrouped = true;
    paused = false;
    refused = false;
    incoherent = false;
    forgotten = false;
    if (selected.isEmpty()) {
      join();
    }
  }

  HubView view() {
    List<DecisionGroup> groups = new ArrayList<>();
    for (GroupKey key : keys) {
      List<String> clusters = new ArrayList<>();
      selected.forEach((cluster, group) -> addIf(group.equals(key), clusters, cluster));
      Collections.shuffle(clusters, random);
      groups.add(new DecisionGroup(key, clusters));
    }
    FleetView fleet =
        new FleetView(
            forgotten ? List.of() : groups,
            incoherent ? Optional.of("Waiting for placement p.") : Optional.empty(),
            List.copyOf(leaving),
            List.copyOf(ignored));
    Intent intent =
        new Intent(
            approved.stream().map(name -> new Intent.GroupApproval(name, true)).toList(),
            ungrouped,
            Optional.empty(),
            paused);
    return new HubView(
        taken.orElse(HubView.Claim.HELD),
        root,
        refused ? Optional.of("Cannot roll out.") : Optional.empty(),
        intent,
        fleet);
  }

  private static void addIf(boolean wanted, List<String> clusters, String cluster) {
    if (wanted) {
      clusters.add(cluster);
    }
  }

  /** A report that may be late, early, stale, or on other content. */
  Report report(ClusterState entry, Instant now) {
    long names = entry.foreign() == 0 ? Scene.NUMBER : entry.foreign();
    return new Report(
        entry.cluster(),
        oneIn(8) ? names - 1 - random.nextInt(2) : oneIn(12) ? Scene.NUMBER : names,
        oneIn(12) ? "content-1" : Scene.VERSION.contentHash(),
        oneIn(3) ? any(List.of(Verdict.values())) : Verdict.POSITIVE,
        oneIn(10),
        oneIn(10),
        now.minus(minutes(6)).plus(minutes(3)).toEpochMilli());
  }
}
