package io.sluice.mutation;

import java.net.URI;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;

/** Gives the compiler a source that is in memory. */
final class SourceObject extends SimpleJavaFileObject {
  private final String text;

  /** Takes the file below {@code main/java/io/sluice}, and its text. */
  SourceObject(String file, String text) {
    super(URI.create("string:///io/sluice/" + file), JavaFileObject.Kind.SOURCE);
    this.text = text;
  }

  @Override
  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
    return text;
  }
}
