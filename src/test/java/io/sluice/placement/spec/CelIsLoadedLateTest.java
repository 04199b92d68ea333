package io.sluice.placement.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** Checks that the CEL library is loaded only for settings that use CEL, to save memory. */
class CelIsLoadedLateTest {
  @Test
  void withoutCelAPlacementIsReadWithoutTheLibrary() throws ReflectiveOperationException {
    assertThat(faults("{predicates: [{requiredClusterSelector: {}}]}")).asString().isEqualTo("[]");
  }

  @Test
  void withCelTheLibraryIsNeeded() {
    assertThatThrownBy(
            () ->
                faults(
                    "{predicates: [{requiredClusterSelector: {celSelector: {celExpressions: ['true']}}}]}"))
        .isInstanceOf(InvocationTargetException.class)
        .hasCauseInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void withoutChecksARolloutIsReadWithoutTheLibrary() throws ReflectiveOperationException {
    Object reading =
        new WithoutCel()
            .loadClass("io.sluice.check.CheckReader")
            .getMethod("read", Object.class)
            .invoke(null, (Object) null);
    assertThat(reading).asString().contains("problems=[]");
  }

  private static Object faults(String spec) throws ReflectiveOperationException {
    Method method =
        new WithoutCel()
            .loadClass("io.sluice.placement.spec.ParsedSpec")
            .getDeclaredMethod("faults", String.class);
    method.setAccessible(true);
    return method.invoke(null, spec);
  }

  /** Loads this project's classes anew, and none of the library. */
  private static final class WithoutCel extends ClassLoader {
    WithoutCel() {
      super(CelIsLoadedLateTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("dev.cel.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("io.sluice.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
