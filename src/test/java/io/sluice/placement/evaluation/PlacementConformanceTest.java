package io.sluice.placement.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ConformanceCases;
import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.GroupStatus;
import io.sluice.placement.write.InMemoryDecisions;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Evaluates the cases of the suite {@code placement}, each in several orders of its input. */
class PlacementConformanceTest {
  private static final Set<String> OTHER_FORMATS =
      Set.of("tracker-cases.json", "placementrule-cases.json");

  /** What a case calls the writes. */
  private static final Map<String, String> KINDS =
      Map.of(
          "create",
          "create",
          "status",
          "updateStatus",
          "labels",
          "updateLabels",
          "delete",
          "delete");

  private static final int ORDERS = 4;

  @TestFactory
  Stream<DynamicTest> everyCaseInEveryOrder() {
    return ConformanceCases.of("placement").eachBut(OTHER_FORMATS, this::check);
  }

  private void check(Map<String, Object> each) {
    EvaluationInput input = EvaluationCase.input(each);
    Map<String, Object> expect = JsonTree.map(each, "expect");
    EvaluationResult result = evaluate(input);
    for (int seed = 1; seed <= ORDERS; seed++) {
      assertThat(evaluate(EvaluationCase.shuffled(input, seed)))
          .as("order %d", seed)
          .isEqualTo(result);
    }
    if (Boolean.TRUE.equals(expect.get("ignored"))) {
      checkIgnored(input, result);
      return;
    }
    check(evaluation(result), input, expect, !"stable".equals(each.get("mode")));
  }

  private static void checkIgnored(EvaluationInput input, EvaluationResult result) {
    if (input.placement().annotations().containsKey(PlacementScope.SCHEDULING_DISABLED)) {
      ConformanceCases.skip("the annotation hands the Placement to Sluice (placement 1)");
    }
    assertThat(result)
        .isInstanceOfSatisfying(NotEvaluated.class, none -> assertThat(none.retry()).isFalse());
  }

  private static void check(
      Evaluation evaluation, EvaluationInput input, Map<String, Object> expect, boolean ordered) {
    if (expect.containsKey("numberOfSelectedClusters")) {
      assertThat(evaluation.status().numberOfSelectedClusters())
          .isEqualTo(expect.get("numberOfSelectedClusters"));
    }
    if (expect.containsKey("decisionGroups")) {
      checkGroups(evaluation, JsonTree.maps(expect, "decisionGroups"), ordered);
    }
    if (expect.containsKey("decisions")) {
      checkObjects(evaluation, JsonTree.maps(expect, "decisions"), ordered);
    }
    if (expect.containsKey("writes")) {
      checkWrites(evaluation, input, JsonTree.map(expect, "writes"));
    }
    assertThat(evaluation.status().conditions().stream().map(PlacementConformanceTest::condition))
        .containsAll(
            JsonTree.maps(expect, "conditions").stream()
                .map(each -> each.get("type") + "=" + each.get("status") + "/" + each.get("reason"))
                .toList());
    if (expect.containsKey("requeueAfterSeconds")) {
      assertThat(evaluation.requeueAfter())
          .isEqualTo(
              Optional.ofNullable((Number) expect.get("requeueAfterSeconds"))
                  .map(seconds -> Duration.ofSeconds(seconds.longValue())));
    }
  }

  private static void checkGroups(
      Evaluation evaluation, List<Map<String, Object>> expected, boolean ordered) {
    assertThat(evaluation.groups()).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      DecisionGroup group = evaluation.groups().get(i);
      GroupStatus status = evaluation.status().groups().get(i);
      Map<String, Object> each = expected.get(i);
      assertThat(group.key().index()).isEqualTo(each.get("index"));
      assertThat(group.key().name()).isEqualTo(each.get("name"));
      assertThat(status.group()).isEqualTo(group.key());
      assertThat(status.clusterCount()).isEqualTo(each.get("clusterCount"));
      assertThat(inOrder(group.clusters(), ordered))
          .isEqualTo(inOrder(JsonTree.texts(each, "clusters"), ordered));
      if (each.containsKey("decisions")) {
        assertThat(status.decisions()).isEqualTo(each.get("decisions"));
      }
    }
  }

  private static void checkObjects(
      Evaluation evaluation, List<Map<String, Object>> expected, boolean ordered) {
    assertThat(
            evaluation.objects().stream()
                .map(
                    each -> List.of(each.name(), each.labels(), inOrder(each.clusters(), ordered))))
        .containsExactlyInAnyOrderElementsOf(
            expected.stream()
                .map(
                    each ->
                        List.<Object>of(
                            each.get("name"),
                            JsonTree.strings(each, "labels"),
                            inOrder(JsonTree.texts(each, "clusters"), ordered)))
                .toList());
  }

  /** Compares which objects the planner of writes writes how, without those in between. */
  private static void checkWrites(
      Evaluation evaluation, EvaluationInput input, Map<String, Object> expected) {
    InMemoryDecisions hub = new InMemoryDecisions(EvaluationCase.UID);
    input.published().forEach(each -> hub.put(each.object(), each.controller()));
    Map<String, Set<String>> writes = new TreeMap<>();
    KINDS.values().forEach(kind -> writes.put(kind, new TreeSet<>(ByteOrder.NAMES)));
    for (String write : hub.converge(input.placement().name(), evaluation.objects())) {
      String[] words = write.split(" ", 3);
      writes.get(KINDS.get(words[0])).add(words[1]);
    }
    Set<String> created = Set.copyOf(writes.get("create"));
    writes.get("create").removeAll(writes.get("delete"));
    writes.get("delete").removeAll(created);
    writes.get("updateStatus").removeAll(created);
    writes.get("updateLabels").removeAll(created);
    expected
        .keySet()
        .forEach(
            kind ->
                assertThat(writes.get(kind))
                    .as(kind)
                    .containsExactlyInAnyOrderElementsOf(JsonTree.texts(expected, kind)));
  }

  private static EvaluationResult evaluate(EvaluationInput input) {
    return PlacementEvaluator.of(input.placement(), input.defaultGrouping()).evaluate(input);
  }

  private static Evaluation evaluation(EvaluationResult result) {
    return result.match(
        evaluation -> evaluation,
        none -> {
          throw new AssertionError(none.reason());
        });
  }

  private static String condition(PlacementCondition condition) {
    return condition.type() + "=" + condition.status() + "/" + condition.reason();
  }

  private static List<String> inOrder(List<String> names, boolean given) {
    List<String> list = new ArrayList<>(names);
    if (!given) {
      list.sort(ByteOrder.NAMES);
    }
    return list;
  }
}
