package io.sluice.policy.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ConformanceCases;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicySets;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.ReplicaRenderer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class SelectiveEnforcementConformanceTest {
  @TestFactory
  Stream<DynamicTest> everyClusterGetsTheActionThatItsBindingsGive() {
    return ConformanceCases.of("selective-enforcement").each(this::check);
  }

  private void check(Map<String, Object> each) {
    Targets targets = new HubCase(each).targets();
    Map<String, Object> spec = JsonTree.map(each, "policy");
    Map<String, Object> expected = JsonTree.map(each, "expect");
    Map<String, Object> actual = new LinkedHashMap<>();
    expected.keySet().forEach(cluster -> actual.put(cluster, replica(targets, spec, cluster)));
    assertThat(actual).isEqualTo(expected);
    assertThat(targets.replicas()).as("clusters with a replica").isSubsetOf(expected.keySet());
  }

  private static Map<String, Object> replica(
      Targets targets, Map<String, Object> spec, String cluster) {
    Map<String, Object> replica = new LinkedHashMap<>();
    boolean replicated = targets.replicas().contains(cluster);
    replica.put("replicated", replicated);
    if (replicated) {
      Map<String, Object> rendered =
          ReplicaRenderer.render(
                  targets.root().name(),
                  new PolicySnapshot(null, null, spec),
                  cluster,
                  targets.action(cluster),
                  PolicySets.NONE,
                  Optional.empty())
              .spec();
      JsonTree.text(rendered, "remediationAction")
          .ifPresent(action -> replica.put("remediationAction", action));
    }
    return replica;
  }
}
