"""A release: everything that a builder downloads, with checksums of all of it."""

import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from zipfile import ZipFile

import pytest

from firmware_py import __version__
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.system.update.signature import SIGNATURE, SUMS
from hardware.case.build import parts_of
from hardware.manual.pdf import print_manuals
from systemd.package import release
from systemd.package.sign import write_sums
from systemd.package.targets import TARGETS
from tests.documents import code, documents


@pytest.fixture(name="built")
def fixture_built(tmp_path):
    """Let everything be built already."""
    build = tmp_path / "build"
    for folder in ("hardware/case/stl", "hardware/case-2.42/stl", "hardware/sheets", "hardware/prints"):
        (build / folder).mkdir(parents=True)
    for target in TARGETS.values():
        (build / target.file).write_bytes(target.file.encode())
    for size, case in release.CASES.items():
        for part in parts_of(size):
            (build / f"hardware/{case}/stl/{part.name}.stl").write_bytes(b"solid")
    (build / "hardware/case/stl/screen_left.stl").write_bytes(b"only for the pictures")
    for name in ("a4", "letter"):
        (build / f"hardware/prints/{name}.pdf").write_bytes(b"%PDF")
    (build / "hardware/sheets/inside-fr.pdf").write_bytes(b"%PDF")
    return build


def test_a_release_has_packages_stl_sheets_notes_and_checksums(built, tmp_path):
    folder = tmp_path / "release"
    folder.mkdir()
    (folder / "old.deb").write_bytes(b"of an older release")
    release.gather(built, folder)
    write_sums(folder)
    names = {path.name for path in folder.iterdir()}
    assert names == {
        *(target.file for target in TARGETS.values()),
        f"sideline-case-{__version__}.zip", f"sideline-case-2.42-{__version__}.zip",
        "sideline-sheet-inside-fr.pdf",
        "sideline-prints-a4.pdf", "sideline-prints-letter.pdf", "RELEASE-NOTES.md", "SHA256SUMS",
    }  # fmt: skip
    for size, case in release.CASES.items():
        packed = ZipFile(folder / f"sideline-{case}-{__version__}.zip").namelist()
        assert packed == [*(f"{part.name}.stl" for part in parts_of(size)), "README.md"]
    assert (folder / "RELEASE-NOTES.md").read_text().startswith(f"# Sideline {__version__}\n### ")
    done = subprocess.run(["sha256sum", "--check", "SHA256SUMS"], cwd=folder, capture_output=True, check=True)
    assert len(done.stdout.splitlines()) == len(names) - 1


def test_documents_name_every_file_of_a_release(built, tmp_path):
    release.gather(built, tmp_path / "release")
    made = [path.name for path in (tmp_path / "release").iterdir() if path.name != release.NOTES]
    made += [f"sideline-manual-{language}.pdf" for language in LANGUAGES] + [SUMS, SIGNATURE]
    named = [piece.replace("…", "*") for page in documents() for piece in code(page)]
    assert [name for name in made if not any(fnmatch(name, pattern) for pattern in named)] == []


@pytest.mark.parametrize("missing", ["hardware/case/stl/front.stl", "hardware/prints/a4.pdf", "hardware/sheets"])
def test_what_was_not_built_is_named(built, tmp_path, missing):
    path = built / missing
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    with pytest.raises(FileNotFoundError, match=path.name):
        release.gather(built, tmp_path / "release")


@pytest.mark.slow
def test_the_manual_of_every_language_becomes_a_pdf(tmp_path):
    if shutil.which("cmark-gfm") is None or shutil.which("chromium") is None:
        pytest.skip("cmark-gfm or chromium is not installed")
    for made in print_manuals(tmp_path):
        assert made.read_bytes().startswith(b"%PDF")
        assert made.stat().st_size > 20_000
        assert str(Path.cwd()).encode() not in made.read_bytes(), "no path of this machine"
    assert len(list(tmp_path.iterdir())) == len(LANGUAGES)
