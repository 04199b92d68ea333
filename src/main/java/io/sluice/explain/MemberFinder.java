package io.sluice.explain;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Member;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds a member of an attempt by name, and its place in its group. */
final class MemberFinder {
  private MemberFinder() {}

  static Optional<Member> find(AttemptState state, String cluster) {
    return members(state).filter(member -> member.cluster().equals(cluster)).findFirst();
  }

  static Stream<Member> members(AttemptState state) {
    return Stream.concat(state.clusters().stream(), state.waiting().stream());
  }

  static GroupKey group(AttemptState state, Member member) {
    return state.groups().get(member.group());
  }

  /** Returns the names of the members of a group, in order. */
  static List<String> names(AttemptState state, int group) {
    return members(state)
        .filter(member -> member.group() == group)
        .map(Member::cluster)
        .sorted(ByteOrder.NAMES)
        .toList();
  }
}
