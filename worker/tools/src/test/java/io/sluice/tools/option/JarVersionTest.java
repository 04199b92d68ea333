package io.sluice.tools.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class JarVersionTest {
  private final Properties build = new Properties();

  @Test
  void theCommitIsNamedWhereTheBuildHadARepository() {
    assertThat(JarVersion.commit(build)).isEmpty();
    build.setProperty("git.commit.id.abbrev", "a1b2c3d4");
    build.setProperty("git.dirty", "false");
    assertThat(JarVersion.commit(build)).isEqualTo(" (commit a1b2c3d4)");
    build.setProperty("git.dirty", "true");
    assertThat(JarVersion.commit(build)).isEqualTo(" (commit a1b2c3d4, with changes)");
  }

  @Test
  void classesOutsideAJarHaveNoVersion() {
    assertThat(new JarVersion().getVersion()).containsExactly("sluice (unpackaged)");
    assertThat(JarVersion.build().version()).isEqualTo("unpackaged");
  }
}
