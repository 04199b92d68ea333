package io.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.jar.Attributes;
import org.junit.jupiter.api.Test;

class JarVersionTest {
  private final Attributes manifest = new Attributes();

  @Test
  void theCommitIsNamedWhereTheBuildHadARepository() {
    manifest.putValue("Implementation-Version", "0.1.0");
    assertThat(JarVersion.of(manifest)).isEqualTo("0.1.0");
    manifest.putValue("Sluice-Commit", "a1b2c3d4");
    manifest.putValue("Sluice-Changed", "false");
    assertThat(JarVersion.of(manifest)).isEqualTo("0.1.0 (commit a1b2c3d4)");
    manifest.putValue("Sluice-Changed", "true");
    assertThat(JarVersion.of(manifest)).isEqualTo("0.1.0 (commit a1b2c3d4, with changes)");
  }

  @Test
  void classesOutsideAJarHaveNoVersion() {
    assertThat(new JarVersion().getVersion()).containsExactly("sluice (unpackaged)");
  }
}
