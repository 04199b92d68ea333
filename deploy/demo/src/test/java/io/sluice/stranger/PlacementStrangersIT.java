package io.sluice.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.process.Patience;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Writes CEL into a Placement of their own that builds more than a heap holds (policy-propagation
 * 16b). Only where Sluice evaluates Placements, which it does alone.
 */
@Timeout(Patience.TEST)
class PlacementStrangersIT {
  private static final String SET = "strangers";

  /** Two letters that become 2 × 20^200. */
  private static final String MULTIPLIED =
      "'aa'" + ".replace('a', 'aaaaaaaaaaaaaaaaaaaa')".repeat(200) + " == ''";

  private static final String NESTED = "[".repeat(4_000) + "]".repeat(4_000) + " == []";

  static List<Arguments> expressions() {
    return List.of(
        Arguments.of("a text that multiplies", MULTIPLIED, "NoManagedClusterMatched"),
        Arguments.of("lists in lists", NESTED, "brackets"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("expressions")
  void celThatBuildsTooMuchIsNamedAndEndsNoLeader(String what, String expression, String why)
      throws InterruptedException {
    try (StrangerScene scene = StrangerScene.of(HubMode.STANDALONE)) {
      Stranger author = scene.stranger(StrangerRole.AUTHOR);
      select(scene.admin(), author);
      author.client().resource(placement(author, expression)).create();
      Patience.await().untilAsserted(() -> assertThat(status(author).toString()).contains(why));
      scene.deliver();
      scene.restart();
      scene.deliver();
      author.client().resource(placement(author, expression)).delete();
    }
  }

  /** The set of all clusters, which an administrator lets the author bind. */
  private static void select(KubernetesClient admin, Stranger author) {
    GenericKubernetesResource set =
        HubObjects.object(Kinds.MANAGED_CLUSTER_SET, new ObjectMetaBuilder().withName(SET).build());
    set.setAdditionalProperty(
        "spec",
        Map.of(
            "clusterSelector", Map.of("selectorType", "LabelSelector", "labelSelector", Map.of())));
    admin.resource(set).createOr(there -> there.update());
    GenericKubernetesResource binding = author.object(Kinds.MANAGED_CLUSTER_SET_BINDING, SET);
    binding.setAdditionalProperty("spec", Map.of("clusterSet", SET));
    author.client().resource(binding).createOr(there -> there.update());
  }

  /** One that OCM's controller leaves to others. */
  private static GenericKubernetesResource placement(Stranger author, String expression) {
    GenericKubernetesResource placement = author.object(Kinds.PLACEMENT, "cel");
    placement
        .getMetadata()
        .setAnnotations(
            Map.of("cluster.open-cluster-management.io/experimental-scheduling-disable", "true"));
    placement.setAdditionalProperty(
        "spec",
        Map.of(
            "predicates",
            List.of(
                Map.of(
                    "requiredClusterSelector",
                    Map.of("celSelector", Map.of("celExpressions", List.of(expression)))))));
    return placement;
  }

  private static Map<String, Object> status(Stranger author) {
    return HubObjects.part(
        author
            .client()
            .genericKubernetesResources(Kinds.PLACEMENT)
            .inNamespace(author.namespace())
            .withName("cel")
            .get(),
        "status");
  }
}
