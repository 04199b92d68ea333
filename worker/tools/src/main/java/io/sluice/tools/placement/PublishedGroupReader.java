package io.sluice.tools.placement;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.evaluation.EvaluationInput;
import java.util.List;
import java.util.TreeMap;

/** Reads the groups that the hub shows for a Placement (placement 11.1). */
final class PublishedGroupReader {
  private PublishedGroupReader() {}

  /** Returns the groups by index, those without clusters too, each cluster once and by name. */
  static List<DecisionGroup> read(EvaluationInput input) {
    String placement = input.placement().name();
    return input.published().stream()
        .map(PublishedDecision::object)
        .filter(object -> placement.equals(object.labels().get(DecisionObject.PLACEMENT)))
        .collect(
            groupingBy(
                object ->
                    new GroupKey(placement, object.groupName(), object.groupIndex().orElse(0)),
                TreeMap::new,
                collectingAndThen(toList(), PublishedGroupReader::clusters)))
        .entrySet()
        .stream()
        .map(group -> new DecisionGroup(group.getKey(), group.getValue()))
        .toList();
  }

  private static List<String> clusters(List<DecisionObject> objects) {
    return objects.stream()
        .flatMap(object -> object.clusters().stream())
        .distinct()
        .sorted(ByteOrder.NAMES)
        .toList();
  }
}
