package io.sluice.simulator.propagator;

import static io.sluice.simulator.tree.ObjectTree.map;
import static io.sluice.simulator.tree.ObjectTree.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Holds the simulated propagator to the cases of selective enforcement. */
@Timeout(300)
class PropagatorSelectionConformanceTest {
  @TestFactory
  Stream<DynamicTest> everyClusterGetsTheActionThatItsBindingsGive() {
    return CaseFiles.each("selective-enforcement", PropagatorSelectionConformanceTest::check);
  }

  private static void check(Map<String, Object> each) {
    if ("seed001".equals(each.get("api"))) {
      CaseFiles.skip("upstream never shipped the seed's spelling; its schema prunes it");
    }
    Map<String, Object> policy = map(each.get("policy"));
    String replica = policy.get("namespace") + "." + policy.get("name");
    try (PropagatorFixture fixture = new PropagatorFixture()) {
      CaseHub.make(fixture, each);
      fixture.settle();
      Map<String, Object> expected = map(each.get("expect"));
      Map<String, Object> actual = new LinkedHashMap<>();
      expected
          .keySet()
          .forEach(name -> actual.put(name, found(fixture, CaseHub.cluster(name), replica)));
      assertThat(actual).isEqualTo(expected);
    }
  }

  private static Map<String, Object> found(
      PropagatorFixture fixture, String cluster, String replica) {
    Map<String, Object> found = new LinkedHashMap<>();
    found.put("replicated", fixture.policy(cluster, replica).isPresent());
    String action = text(fixture.action(cluster, replica));
    if (!action.isEmpty()) {
      found.put("remediationAction", action);
    }
    return found;
  }
}
