"""Where Flet's packager looks for the app."""

import flet as ft

from companion.app.main import main

ft.run(main, assets_dir="companion/app/assets")
