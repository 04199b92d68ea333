package io.sluice.hub.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VersionAuthorTest {
  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final String ELEVEN = "2026-12-01T11:00:00Z";
  private static final String TEN = "2026-12-01T10:00:00Z";

  private final ObjectMetaBuilder meta = new ObjectMetaBuilder().withName("web");

  private void wrote(String manager, String time, String field) {
    meta.addToManagedFields(
        new ManagedFieldsEntryBuilder()
            .withManager(manager)
            .withTime(time)
            .withNewFieldsV1()
            .addToAdditionalProperties(field, Map.of())
            .endFieldsV1()
            .build());
  }

  private Optional<String> author() {
    GenericKubernetesResource policy = HubObjects.object(Kinds.POLICY, meta.build());
    return VersionAuthor.of(policy, NOW);
  }

  @Test
  void whoWroteTheSpecLastIsTheAuthor() {
    wrote("kubectl-edit", TEN, "f:spec");
    wrote("sluice:system:serviceaccount:policies:ann", ELEVEN, "f:spec");
    wrote("kubectl-label", "2026-12-01T11:30:00Z", "f:metadata");

    assertThat(author()).contains("system:serviceaccount:policies:ann");
  }

  @Test
  void aClientIsNoPerson() {
    wrote("sluice:ann", TEN, "f:spec");
    wrote("argocd-controller", ELEVEN, "f:spec");

    assertThat(author()).isEmpty();
  }

  @Test
  void twoWithinASecondAreNobody() {
    wrote("sluice:ann", ELEVEN, "f:spec");
    wrote("sluice:bob", ELEVEN, "f:spec");

    assertThat(author()).isEmpty();
  }

  @Test
  void onePersonMayWriteTwiceWithinASecond() {
    wrote("sluice:ann", ELEVEN, "f:spec");
    wrote("sluice:ann", ELEVEN, "f:spec");

    assertThat(author()).contains("ann");
  }

  @Test
  void aWriteThatIsYetToComeOrHasNoTimeIsNobodys() {
    List<Optional<String>> found = new ArrayList<>();
    wrote("sluice:ann", "2026-12-01T13:00:00Z", "f:spec");
    found.add(author());
    meta.withManagedFields(List.of());
    wrote("sluice:bob", ELEVEN, "f:spec");
    wrote("sluice:ann", null, "f:spec");
    found.add(author());

    assertThat(found).containsOnly(Optional.empty());
  }

  /** The API server would have cut a longer one off there. */
  @Test
  void aNameThatMayBeCutOffIsNobodys() {
    wrote("sluice:" + "a".repeat(121), ELEVEN, "f:spec");

    assertThat(author()).isEmpty();
  }
}
