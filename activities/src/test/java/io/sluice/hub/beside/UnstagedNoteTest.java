package io.sluice.hub.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnstagedNoteTest {
  /** Who may edit a Rollout may write an annotation of 256 KiB. */
  @Test
  void aNoteOfAHundredThousandClustersIsReadAndLeavesTheStackAlone() {
    assertThat(note("generation 3:" + " c".repeat(100_000)).orElseThrow().clusters())
        .hasSize(100_000);
    assertThat(note("generation 3:" + " c".repeat(100_000) + "  ")).isEmpty();
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    assertThat(note("generation 3: c1 c2").orElseThrow().text()).isEqualTo("generation 3: c1 c2");
    assertThat(note("generation 3:").orElseThrow().clusters()).isEmpty();
  }

  private static Optional<UnstagedNote> note(String text) {
    GenericKubernetesResource rollout = new GenericKubernetesResource();
    rollout.setMetadata(
        new ObjectMetaBuilder().addToAnnotations(UnstagedNote.ANNOTATION, text).build());
    return UnstagedNote.of(rollout);
  }
}
