package io.sluice.tools.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/** Reads the text of a file: UTF-8, or UTF-16 with the mark by which some shells write it. */
final class FileText {
  /** More than any hub has; beyond it a file is not what it was meant to be. */
  private static final int MOST_MEGABYTES = 256;

  private static final String ANOTHER = "Name another file";
  private static final String MARK = "\uFEFF";
  private static final Map<Integer, Charset> MARKED =
      Map.of(0xFFFE, StandardCharsets.UTF_16LE, 0xFEFF, StandardCharsets.UTF_16BE);

  private FileText() {}

  /** Says why there is no text. */
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    private final transient ManifestFault fault;

    private Unreadable(String file, String why, Throwable cause) {
      super(why, cause);
      this.fault = new ManifestFault(file, 0, why, ANOTHER);
    }

    ManifestFault fault() {
      return fault;
    }
  }

  static String of(Path file) throws Unreadable {
    try (InputStream in = Files.newInputStream(file)) {
      return text(file.toString(), in);
    } catch (NoSuchFileException e) {
      throw new Unreadable(file.toString(), "there is no such file", e);
    } catch (AccessDeniedException e) {
      throw new Unreadable(file.toString(), "you may not read it", e);
    } catch (IOException e) {
      throw new Unreadable(file.toString(), String.valueOf(e.getMessage()), e);
    }
  }

  static String of(String name, InputStream in) throws Unreadable {
    try {
      return text(name, in);
    } catch (IOException e) {
      throw new Unreadable(name, String.valueOf(e.getMessage()), e);
    }
  }

  private static String text(String file, InputStream in) throws IOException, Unreadable {
    int most = MOST_MEGABYTES << 20;
    byte[] bytes = in.readNBytes(most + 1);
    if (bytes.length > most) {
      throw new Unreadable(file, "it is larger than %d MB".formatted(MOST_MEGABYTES), null);
    }
    int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xFF) << 8 | bytes[1] & 0xFF;
    Charset charset = MARKED.getOrDefault(mark, StandardCharsets.UTF_8);
    try {
      String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith(MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new Unreadable(file, "it is not UTF-8 text", e);
    }
  }
}
