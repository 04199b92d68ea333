package io.sluice.tools.request;

import io.sluice.fleet.GroupKey;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Wording;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.tools.option.NameSuggestions;
import java.util.List;
import java.util.Optional;

/** Names the group of an approval in messages, and checks that it is declared. */
final class GroupLabel {
  static final String PURPOSE = " of type manualPerGroup to decide by hand";

  private GroupLabel() {}

  static String of(Optional<String> group) {
    return group.map(name -> "group " + name).orElse("the ungrouped clusters");
  }

  /** Refuses a strategy that asks for no approval. */
  static void checkStrategy(RolloutRequest request, RequestContext context) {
    String type = context.strategy().orElseThrow();
    if (!type.equals(StrategyType.MANUAL_PER_GROUP.label())) {
      throw request.refusal(
          context,
          "its strategy is %s, which needs no approval. Use manualPerGroup to decide by hand."
              .formatted(type));
    }
  }

  /** Refuses a group that no placement declares (rollout-strategy A7). */
  static void checkDeclared(
      RolloutRequest request, Optional<String> group, RequestContext context) {
    List<GroupKey> groups = context.groupKeys();
    if (group.isEmpty() || groups.stream().map(GroupKey::name).anyMatch(group.get()::equals)) {
      return;
    }
    throw request.refusal(
        context,
        groups.isEmpty()
            ? "its groups are not known yet. A Sluice worker on this hub reads them; try again once they are shown by: "
                + context.command("status")
            : "no such group. "
                + NameSuggestions.nearest(
                    group.get(),
                    groups.stream().filter(GroupKey::named).map(GroupKey::name).toList())
                + ApprovalRequest.availableGroups(groups));
  }

  /** Returns how many clusters of the group are where. */
  static Counts counts(Optional<String> group, RequestContext context) {
    return context.groups().stream()
        .filter(entry -> entry.groupName().equals(group.orElse("")))
        .map(RolloutStatus.Group::counts)
        .reduce(Counts.ZERO, Counts::plus);
  }

  /** Says how many clusters an approval lets go; empty while its clusters are not counted. */
  static Optional<String> letGo(Optional<String> group, RequestContext context) {
    Counts counts = counts(group, context);
    if (counts.clusters() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        counts.toApply() == 0
            ? "No cluster of it waits to start: in this rollout that changes nothing."
            : "That lets %s go, each in its turn.".formatted(Wording.clusters(counts.toApply())));
  }
}
