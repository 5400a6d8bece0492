#!/bin/sh
# Installs Sideline at the first start of this card; "sideline card" has put it here. cloud-init runs it once, as root.
# What happens is written to log.txt beside this file: any computer can read it on the card.
here=$(dirname "$0")
work=/var/tmp/sideline-first-boot
log=/var/log/sideline-first-boot.log
exec >>"$log" 2>&1
set -x

show() {  # a picture on the display and a sound of the buzzer, with the program that is not installed yet
    "$work/opt/sideline/bin/sideline" --language LANGUAGE last-picture "$1"
}

finish() {
    rm -rf "$work"
    cp "$log" "$here/log.txt"
    exit "$1"
}

package=$(ls "$here"/sideline_*.deb | head -n 1)
mkdir -p "$work"
dpkg-deb --extract "$package" "$work"
modprobe i2c-dev
show installing

# dpkg needs no network; apt-get is asked only if something is missing
if ! dpkg --install "$package" && ! apt-get --yes --fix-broken install; then
    show not-installed
    finish 1
fi
# its status says whether every part works; a box without a display is a box too
sideline --language LANGUAGE setup --yes
if [ "$(systemctl is-enabled sideline)" != enabled ]; then
    show not-installed
    finish 1
fi
# the box has started already, and uses the display: it makes way for a moment
if systemctl is-active --quiet sideline; then
    systemctl stop sideline
    show ready
    systemctl start sideline
    finish 0
fi
# I2C is not on yet: one restart, and the box starts by itself
show ready
shutdown -r +1
finish 0
