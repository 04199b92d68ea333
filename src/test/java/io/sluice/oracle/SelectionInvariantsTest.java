package io.sluice.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.RandomSeeds;
import io.sluice.fleet.GroupKey;
import io.sluice.oracle.RandomRollouts.Input;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the selection function against rollout-strategy 7, on random inputs. */
class SelectionInvariantsTest {
  private static final long INPUTS = RandomSeeds.part(20_000);

  @Test
  void theOrderOfTheInputsNeverMattersAndNoArgumentChanges() {
    Random shuffles = new Random(14);
    everywhere(
        (input, selection) -> {
          assertThat(input.shuffled(shuffles).select()).isEqualTo(selection);
          assertThat(input.select()).isEqualTo(selection);
        });
  }

  @Test
  void aStartNeverLeavesMoreClustersInFlightThanTheLimit() {
    everywhere(
        (input, selection) -> {
          Strategy strategy = input.strategy();
          Fleet fleet = new Fleet(input);
          long outside =
              fleet.groups.values().stream().filter(group -> !strategy.mandatory(group)).count();
          long limit = strategy.maxConcurrency().map(max -> max.limitOf(outside)).orElse(outside);
          if (strategy.type() == StrategyType.PROGRESSIVE
              && fleet.starts(selection).anyMatch(group -> !strategy.mandatory(group))) {
            assertThat(selection.rollout().size()).isLessThanOrEqualTo((int) limit);
          }
        });
  }

  @Test
  void aGroupStartsOnlyIfNoGroupBeforeItHolds() {
    everywhere(
        (input, selection) -> {
          Strategy strategy = input.strategy();
          Fleet fleet = new Fleet(input);
          List<GroupKey> starting =
              strategy.perGroup() ? fleet.starts(selection).distinct().toList() : List.of();
          assertThat(starting).hasSizeLessThanOrEqualTo(1);
          for (GroupKey group : starting) {
            assertThat(fleet.startable(group, strategy)).isTrue();
            assertThat(fleet.before(group, strategy))
                .as("groups before %s", group)
                .noneMatch(earlier -> fleet.holds(earlier, strategy, selection));
          }
        });
  }

  @Test
  void noOtherClusterStartsWhileAMandatoryGroupIsUnfinishedOrHasAFailure() {
    everywhere(
        (input, selection) -> {
          Strategy strategy = input.strategy();
          Fleet fleet = new Fleet(input);
          if (fleet.starts(selection).anyMatch(group -> !strategy.mandatory(group))) {
            assertThat(fleet.groups.values().stream().filter(strategy::mandatory))
                .noneMatch(group -> fleet.holds(group, strategy, selection))
                .noneMatch(group -> fleet.failed(group, selection));
          }
        });
  }

  @Test
  void noClusterIsInTwoListsAndABreachStartsNone() {
    everywhere(
        (input, selection) -> {
          List<String> listed = new ArrayList<>();
          Stream.of(selection.rollout(), selection.timedOut(), selection.removed())
              .flatMap(List::stream)
              .forEach(entry -> listed.add(entry.cluster()));
          assertThat(listed).doesNotHaveDuplicates();
          Fleet fleet = new Fleet(input);
          assertThat(selection.removed())
              .noneMatch(entry -> fleet.groups.containsKey(entry.cluster()));
          assertThat(selection.breach() && fleet.starts(selection).findAny().isPresent()).isFalse();
          selection.recheckAfter().ifPresent(next -> assertThat(next).isPositive());
        });
  }

  private static void everywhere(BiConsumer<Input, SelectionResult> check) {
    RandomRollouts rollouts = new RandomRollouts(2026);
    for (int i = 0; i < INPUTS; i++) {
      Input input = rollouts.next();
      check.accept(input, input.select());
    }
  }

  /** Knows which cluster is in which group, worked out in the plainest way. */
  private static final class Fleet {
    final Map<String, GroupKey> groups = new TreeMap<>();
    final Map<String, ClusterRolloutStatus> known = new TreeMap<>();
    final Map<GroupKey, Boolean> approved = new TreeMap<>();

    Fleet(Input input) {
      for (ClusterGroup entry : input.groups()) {
        approved.merge(entry.group(), entry.approved(), Boolean::logicalAnd);
        for (String cluster : entry.clusters()) {
          GroupKey former = groups.get(cluster);
          if (former == null || entry.group().compareTo(former) < 0) {
            groups.put(cluster, entry.group());
          }
        }
      }
      input.known().forEach(entry -> known.put(entry.cluster(), entry));
    }

    Stream<GroupKey> starts(SelectionResult selection) {
      return selection.rollout().stream()
          .filter(entry -> entry.status().equals("ToApply"))
          .map(entry -> groups.get(entry.cluster()));
    }

    /** The groups that F8, F10 and F11 put before this one. */
    List<GroupKey> before(GroupKey group, Strategy strategy) {
      return groups.values().stream()
          .distinct()
          .filter(other -> rank(other, strategy) <= rank(group, strategy))
          .filter(
              other -> rank(other, strategy) < rank(group, strategy) || other.compareTo(group) < 0)
          .toList();
    }

    private int rank(GroupKey group, Strategy strategy) {
      if (strategy.mandatory(group)) {
        return 0;
      }
      boolean first = strategy.type() != StrategyType.MANUAL_PER_GROUP || begun(group);
      return first ? 1 : 2;
    }

    private boolean begun(GroupKey group) {
      return !members(group).allMatch(this::notStarted);
    }

    boolean startable(GroupKey group, Strategy strategy) {
      return strategy.type() != StrategyType.MANUAL_PER_GROUP
          || strategy.mandatory(group)
          || approved.getOrDefault(group, true);
    }

    /** True while a member is to start, or in flight without having failed. */
    boolean holds(GroupKey group, Strategy strategy, SelectionResult selection) {
      Set<String> running = new HashSet<>();
      selection.rollout().stream()
          .filter(entry -> !Set.of("Failed", "ToApply").contains(entry.status()))
          .forEach(entry -> running.add(entry.cluster()));
      boolean starts = startable(group, strategy) && members(group).anyMatch(this::notStarted);
      return starts || members(group).anyMatch(running::contains);
    }

    boolean failed(GroupKey group, SelectionResult selection) {
      Set<String> failed = new HashSet<>();
      selection.timedOut().forEach(entry -> failed.add(entry.cluster()));
      return members(group)
          .anyMatch(
              cluster ->
                  failed.contains(cluster)
                      || known.containsKey(cluster)
                          && Set.of("Failed", "TimeOut").contains(known.get(cluster).status()));
    }

    private boolean notStarted(String cluster) {
      return !known.containsKey(cluster) || known.get(cluster).status().equals("ToApply");
    }

    private Stream<String> members(GroupKey group) {
      return groups.keySet().stream().filter(cluster -> groups.get(cluster).equals(group));
    }
  }
}
