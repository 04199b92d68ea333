package io.sluice.hub.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.Yaml;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BindingIndexTest {
  private static GenericKubernetesResource binding(String name, String subjects) {
    return Yaml.object(
        """
        kind: PlacementBinding
        metadata: {name: %s, namespace: retail}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [%s]
        """
            .formatted(name, subjects));
  }

  private static String subject(String kind, String name) {
    return "{apiGroup: policy.open-cluster-management.io, kind: %s, name: %s}"
        .formatted(kind, name);
  }

  private final GenericKubernetesResource direct = binding("direct", subject("Policy", "tls"));
  private final GenericKubernetesResource both =
      binding("both", subject("PolicySet", "base") + ", " + subject("Policy", "tls"));
  private final GenericKubernetesResource set = binding("set", subject("PolicySet", "base"));
  private final GenericKubernetesResource other = binding("other", subject("Policy", "dns"));

  private static List<String> names(List<BindingIndex.Entry> entries) {
    return entries.stream().map(entry -> entry.view().name()).toList();
  }

  @Test
  void findsWhatNamesThePolicyOrASetWithIt() {
    BindingIndex index = BindingIndex.of(List.of(set, other, both, direct));

    assertThat(names(index.of("tls", Set.of("base")))).containsExactly("set", "both", "direct");
    assertThat(names(index.of("tls", Set.of()))).containsExactly("both", "direct");
    assertThat(names(index.of("dns", Set.of("none")))).containsExactly("other");
    assertThat(index.of("ntp", Set.of())).isEmpty();
  }

  @Test
  void asksAlsoWhichApiASubjectIsOf() {
    BindingIndex index =
        BindingIndex.of(List.of(binding("foreign", "{apiGroup: x.io, kind: Policy, name: tls}")));

    assertThat(index.of("tls", Set.of())).isEmpty();
  }

  @Test
  void parsesOnlyWhatChanged() {
    BindingIndex former = BindingIndex.of(List.of(direct, other));
    BindingIndex present = former.now(List.of(binding("more", subject("Policy", "tls")), direct));

    assertThat(names(present.of("tls", Set.of()))).containsExactly("more", "direct");
    assertThat(present.of("tls", Set.of()).get(1)).isSameAs(former.of("tls", Set.of()).get(0));
    assertThat(present.of("dns", Set.of())).isEmpty();
  }
}
