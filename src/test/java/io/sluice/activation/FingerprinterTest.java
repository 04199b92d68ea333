package io.sluice.activation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FingerprinterTest {
  private final Fingerprinter fingerprints =
      new Fingerprinter(new UserView(UserView.DEFAULT_MACHINE_KEYS), new byte[] {1});

  @Test
  void statusAndServerFieldsAreNoneOfTheUser() {
    Map<String, Object> served = template(Map.of("resourceVersion", "7", "uid", "u"));
    served.put("status", Map.of("replicas", 2));

    assertThat(hash(served)).isEqualTo(hash(template(Map.of()))).hasSize(32);
  }

  @Test
  void keysOfMachineryAreNoneOfTheUserAndOthersAre() {
    String plain = hash(template(Map.of()));

    for (String key :
        List.of("x.karmada.io/l", "sluice.io/seen", "deployment.kubernetes.io/revision")) {
      assertThat(hash(template(Map.of("annotations", Map.of(key, "1"))))).as(key).isEqualTo(plain);
    }
    for (String key : List.of("owner", "kubectl.kubernetes.io/restartedAt", "mysluice.io")) {
      assertThat(hash(template(Map.of("annotations", Map.of(key, "1")))))
          .as(key)
          .isNotEqualTo(plain);
    }
  }

  @Test
  void theLabelThatKeepsKarmadaFromPropagatingIsOfTheUser() {
    Map<String, Object> labels = Map.of("namespace.karmada.io/skip-auto-propagation", "true");

    assertThat(hash(template(Map.of("labels", labels)))).isNotEqualTo(hash(template(Map.of())));
  }

  @Test
  void ownersAndFinalizersAreOfTheUser() {
    assertThat(hash(template(Map.of("finalizers", List.of("a/b")))))
        .isNotEqualTo(hash(template(Map.of())));
  }

  @Test
  void emptyLabelsNullsAndTheFormOfANumberDoNotMatterButEmptyObjectsDo() {
    Map<String, Object> other = template(Map.of("labels", Map.of()));
    Map<String, Object> spec = new HashMap<>(Map.of("replicas", 2.0));
    spec.put("paused", null);
    other.put("spec", spec);
    assertThat(hash(other)).isEqualTo(hash(template(Map.of())));

    other.put("spec", Map.of("replicas", 2, "emptyDir", Map.of()));
    assertThat(hash(other)).isNotEqualTo(hash(template(Map.of())));
  }

  @Test
  void defaultsAddedByAServerAreNoChangeWhereItCountsGenerations() {
    Map<String, Object> upgraded = template(Map.of("generation", 3, "resourceVersion", "9"));
    upgraded.put("spec", Map.of("replicas", 2, "added", "default"));
    ContentFingerprint before =
        fingerprints.of(template(Map.of("generation", 3, "resourceVersion", "8")));

    assertThat(before.sameContent(fingerprints.of(upgraded))).isTrue();
    assertThat(before.refreshed(fingerprints.of(upgraded))).isEqualTo(before);
  }

  @Test
  void whatHasTheSameVersionIsUnchangedWhereNoGenerationIsCounted() {
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("apiVersion", "v1");
    config.put("kind", "ConfigMap");
    config.put("metadata", Map.of("name", "c", "resourceVersion", "8"));
    ContentFingerprint before = fingerprints.of(config);
    config.put("immutable", false);
    assertThat(before.sameContent(fingerprints.of(config))).isTrue();

    config.put("metadata", Map.of("name", "c", "resourceVersion", "9"));
    assertThat(before.sameContent(fingerprints.of(config))).isFalse();
  }

  @Test
  void aGenerationThatMovedWithoutTheContentIsRefreshed() {
    ContentFingerprint before = fingerprints.of(template(Map.of("generation", 3)));
    ContentFingerprint now = fingerprints.of(template(Map.of("generation", 5)));

    assertThat(before.sameContent(now)).isTrue();
    assertThat(before.refreshed(now)).isEqualTo(now);
  }

  @Test
  void secretsAreHashedWithAKeyAndAnotherKeySaysNothing() {
    Map<String, Object> secret = new LinkedHashMap<>(Map.of("apiVersion", "v1", "kind", "Secret"));
    secret.put("metadata", Map.of("name", "s"));
    Fingerprinter other =
        new Fingerprinter(new UserView(UserView.DEFAULT_MACHINE_KEYS), new byte[] {2});
    ContentFingerprint before = fingerprints.of(secret);
    secret.put("data", Map.of("k", "v"));

    assertThat(before.sameContent(fingerprints.of(secret))).isFalse();
    assertThat(before.hash()).isNotEqualTo(other.of(secret).hash());
    assertThat(before.sameContent(other.of(secret))).isTrue();
    assertThat(before.refreshed(other.of(secret))).isEqualTo(other.of(secret));
  }

  /** The claim is written after the record of the binding, and its write counts as an edit. */
  @Test
  void aGenerationThatIsForetoldForAClaimCountsOnlyUnderThatClaim() {
    ContentFingerprint foretold =
        fingerprints.of(template(Map.of("generation", 1))).countedUp("id-a");
    ContentFingerprint claimed = fingerprints.of(template(Map.of("generation", 2)));
    Map<String, Object> edit = template(Map.of("generation", 2));
    edit.put("spec", Map.of("replicas", 3));
    ContentFingerprint edited = fingerprints.of(edit);

    assertThat(foretold.under(Optional.of("id-a")).refreshed(claimed)).isEqualTo(foretold);
    assertThat(foretold.under(Optional.of("id-a")).sameContent(edited))
        .as("of a server that adds defaults")
        .isTrue();
    assertThat(foretold.under(Optional.empty()).sameContent(edited)).isFalse();
    assertThat(foretold.under(Optional.of("id-b")).sameContent(edited)).isFalse();
    assertThat(ActivationRecordTree.fingerprint(ActivationRecordTree.of(foretold)))
        .contains(foretold);
  }

  @Test
  void aNullInAListKeepsItsPlace() {
    Map<String, Object> listed = template(Map.of());
    listed.put("args", new ArrayList<>(Arrays.asList("a", null)));

    assertThat(hash(listed)).isNotEqualTo(hash(template(Map.of())));
  }

  private String hash(Map<String, Object> object) {
    return fingerprints.of(object).hash();
  }

  private static Map<String, Object> template(Map<String, Object> metadata) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("apiVersion", "apps/v1");
    object.put("kind", "Deployment");
    Map<String, Object> named = new LinkedHashMap<>(metadata);
    named.put("name", "nginx");
    object.put("metadata", named);
    object.put("spec", Map.of("replicas", 2));
    return object;
  }
}
